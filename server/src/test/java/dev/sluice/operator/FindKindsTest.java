package dev.sluice.operator;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.Scope;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.event.AllEvents;
import dev.sluice.merchant.Role;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Search for further identifiers of a payment or an organization: each leads to its page, or to the page of its
/// owner.
class FindKindsTest extends DashboardTest {
    private static final String SEARCH = "/dashboard/operator/search?q=";
    private static final String WALLET = "0x52908400098527886E0F7030069857D2E4169EE7";
    private static final byte[] PAYOUTS =
            "currency,amount,account_name,account_number,bank_code\nIDR,10000,Siti Rahayu,1234567890,014\n"
                    .getBytes(StandardCharsets.UTF_8);

    private static String found(Person person, String text) {
        var answer = person.get(SEARCH + URLEncoder.encode(text, StandardCharsets.UTF_8));
        return answer.headers().firstValue("Location").orElseGet(answer::body);
    }

    private String organization() {
        return "/dashboard/operator/organizations/" + merchant.organizationId();
    }

    @Test
    void a_conversion_is_found_by_its_id_and_that_of_its_quote_as_what_it_moved() {
        var quote = text(
                merchant.client()
                        .get("/v1/convert/estimate?inputCurrency=usdc-polygon&outputCurrency=IDR&inputAmount=10")
                        .expect(200)
                        .data(),
                "quoteId");
        var conversion = text(
                merchant.client()
                        .post("/v1/convert", """
                            {"input":{"currency":"usdc-polygon","amount":10},"output":{"currency":"IDR"},
                             "quoteId":"%s"}\
                            """.formatted(quote))
                        .expect(201)
                        .data(),
                "convertId");
        var operator = person(Role.OPERATOR);
        var there = "/dashboard/operator/ledger/payment?id=" + conversion;
        for (var id : List.of(conversion, quote)) {
            assertThat(found(operator, id)).isEqualTo(there);
        }
        assertThat(operator.get(there).body()).doesNotContain("No transfers").contains("USDC");
    }

    @ParameterizedTest
    @CsvSource({
        "sandbox-chain, /dashboard/operator/rails/sandbox-chain",
        "central asia IDR, /dashboard/operator/prices/methods/payout/IDR/014",
        "014_VA, /dashboard/operator/prices/methods/deposit/IDR/014_VA",
        "rupiah, /dashboard/operator/prices/assets/IDR",
        "usdc-polygon, /dashboard/operator/prices/assets/usdc-polygon",
        "USDC IDR, /dashboard/operator/prices/pairs/USDC/IDR",
        "currencies and tokens, /dashboard/operator/prices/assets",
        "conversion pairs, /dashboard/operator/prices/pairs",
        "payment methods, /dashboard/operator/prices/methods",
        "notices, /dashboard/notifications",
        "exceptions, /dashboard/operator/exceptions"
    })
    void what_the_deployment_offers_and_every_page_is_found_by_its_name(String words, String path) {
        var operator = person(Role.OPERATOR);
        assertThat(found(operator, words)).contains("href=\"" + path + "\"");
        assertThat(operator.get(path).statusCode()).isEqualTo(200);
    }

    @Test
    void people_and_operators_are_found_by_their_id_and_a_part_of_their_name_or_address() {
        var operator = person(Role.OPERATOR);
        var user = users().create(merchant.organizationId(), "dewi.k@pasar-senen.example", "Dewi Kusuma", Role.MAKER)
                .user();
        var there = organization() + "#person-" + user.id();
        for (var part : List.of("EWI kus", "k@pasar-senen", user.email())) {
            assertThat(found(operator, part)).contains(there, "Dewi Kusuma", user.email());
        }
        assertThat(found(operator, user.id().toString())).isEqualTo(there);
        assertThat(operator.get(organization()).body()).contains("id=\"person-" + user.id() + "\"");
        assertThat(found(operator, operator.user().email()))
                .contains("#person-" + operator.user().id());
        assertThat(found(operator, "dewi kusumo")).contains("No results");
        assertThat(person(Role.OWNER).get(SEARCH + "dewi").statusCode()).isEqualTo(403);
    }

    @Test
    void payouts_are_found_by_their_group_their_recipient_and_the_wallet_that_was_paid() {
        var operator = person(Role.OPERATOR);
        var payees = merchant.storedInIndonesia();
        assertThat(found(operator, payees)).isEqualTo(organization());
        var payout = merchant.paidItem("{\"recipientId\":\"" + payees + "\",\"amount\":10000}");
        var there = "/dashboard/operator/payouts/" + merchant.organizationId() + "/" + payout;
        assertThat(found(operator, payees)).isEqualTo(there);
        assertThat(found(operator, text(merchant.payout(payout), "groupId"))).isEqualTo(there);
        var receiver = "{\"receiverWalletAddress\":\"" + WALLET + "\",\"amount\":5}";
        var tokens = merchant.client()
                .post("/v1/disbursement/crypto", "{\"token\":\"usdc-polygon\",\"receivers\":[" + receiver + "]}")
                .expect(201)
                .data()
                .path("disburseData")
                .get(0)
                .path("disbursementId")
                .stringValue();
        assertThat(found(operator, WALLET.toLowerCase(Locale.ROOT)))
                .contains("/dashboard/operator/payouts/" + merchant.organizationId() + "/" + tokens)
                .doesNotContain("Siti Rahayu");
    }

    @Test
    void deposits_and_money_that_fits_nothing_are_found_by_where_they_are_paid() {
        var operator = person(Role.OPERATOR);
        var deposit = merchant.underReview("100000", "90000");
        var reference = text(deposit.path("paymentFiat"), "paymentReference");
        var exception = "/dashboard/operator/exceptions/" + merchant.organizationId() + "/" + Merchant.payment(deposit);
        assertThat(found(operator, reference))
                .contains(exception, "ledger/payment?id=" + text(deposit, "depositId"), "90,000");
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate(
                                "UPDATE deposit_payment SET destination = 'IDR:014_VA:8808123400' WHERE id = :id::uuid")
                        .bind("id", Merchant.payment(deposit))
                        .execute());
        assertThat(found(operator, "8808123400")).contains(exception);
    }

    @Test
    void whatever_has_no_page_leads_to_whose_it_is() {
        var operator = person(Role.OPERATOR);
        var client = service.apiClients()
                .create(merchant.organizationId(), "Till", Scope.ALL, Allowlist.ANY)
                .client();
        var key = service.apiKeys()
                .create(merchant.organizationId(), "Robot", Set.of(Scope.values()), Allowlist.ANY)
                .key();
        var endpoint = text(
                merchant.client()
                        .post("/v1/webhook/endpoint", "{\"url\":\"https://hooks.example.com/in\"}")
                        .expect(201)
                        .data(),
                "id");
        var payout = UUID.fromString(merchant.paid("1234567890", "10000"));
        var event = AllEvents.of(service.connections(), service.vault(), merchant.organizationId(), payout)
                .getFirst()
                .id();
        var delivery = Eventually.await(
                Duration.ofSeconds(30), "a delivery is begun", () -> delivery(endpoint), found -> !found.isEmpty());
        var maker = person(Role.MAKER);
        var link = maker.post(
                        "/dashboard/checkouts/new",
                        Map.of("currency", "IDR", "amount", "150000", "reference", "CART-31-B", "formKey", "c"))
                .headers()
                .firstValue("Location")
                .orElseThrow();
        var file = maker.upload("/dashboard/payouts/bulk", Map.of(), "wages.csv", PAYOUTS)
                .headers()
                .firstValue("Location")
                .orElseThrow();
        for (var text : List.of(
                client.clientId(),
                client.id().toString(),
                key.id().toString(),
                endpoint,
                delivery,
                event.toString(),
                last(link),
                last(file))) {
            assertThat(found(operator, text))
                    .as(text)
                    .satisfiesAnyOf(
                            found -> assertThat(found).isEqualTo(organization()),
                            found -> assertThat(found).contains("href=\"" + organization() + "\""));
        }
        for (var text : List.of(key.prefix(), "CART-31-B")) {
            assertThat(found(operator, text)).as(text).contains("href=\"" + organization() + "\"");
        }
        assertThat(found(operator, "00000000-0000-7000-8000-000000000000")).contains("No results");
    }

    @Test
    void a_request_leads_to_whose_program_asked_it() {
        var operator = person(Role.OPERATOR);
        var request = merchant.pay("{}").header("X-Request-Id");
        Eventually.await(
                Duration.ofSeconds(10),
                "the request is found",
                () -> found(operator, request),
                answer -> answer.contains(organization()));
    }

    private static String delivery(String endpoint) {
        return service.connections()
                .read(handle -> handle.createQuery(
                                "SELECT id FROM webhook_delivery WHERE endpoint_id = :endpoint::uuid LIMIT 1")
                        .bind("endpoint", endpoint)
                        .mapTo(String.class)
                        .findOne()
                        .orElse(""));
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
