package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.id;
import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static dev.sluice.app.Merchant.payee;
import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Creation of payouts by both versions of the endpoint.
class CreateTest {
    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static void assertClean() {
        assertThat(service.audit().faults()).isEmpty();
    }

    @Test
    void version_2_answers_the_created_payouts() {
        try (var merchant = Merchant.at(service)) {
            var stored = merchant.storedInIndonesia();
            var reply = merchant.pay(idr(
                            item("1234567890", "150000", "\"reference\":\"pay-1\",\"note\":\"November\""),
                            "{\"recipientId\":\"" + stored + "\",\"amount\":250000}"))
                    .expect(201);
            Golden.assertSame("disbursement/create-v2", reply.json());
            assertThat(reply.header("Deprecation")).isEmpty();
            var ids = reply.data()
                    .path("disburseData")
                    .valueStream()
                    .map(Merchant::id)
                    .toList();
            assertThat(ids).isSorted().doesNotHaveDuplicates();
            assertClean();
        }
    }

    @Test
    void version_1_takes_several_currencies_and_tells_its_successor() {
        try (var merchant = Merchant.at(service)) {
            var rupiah = merchant.storedInIndonesia();
            var dollar = merchant.storedInAmerica("000123456789");
            var reply = merchant.client()
                    .post("/v1/disbursement/fiat", """
                        {"disburseData":[
                         {"currency":"IDR","recipientId":"%s","amount":150000,"reference":"v1-1","note":"November"},
                         {"currency":"USD","recipientId":"%s","amount":25.75},
                         {"currency":"IDR","recipientId":"%s","amount":100000}]}
                        """.formatted(rupiah, dollar, rupiah))
                    .expect(201);
            Golden.assertSame("disbursement/create-v1", reply.json());
            assertThat(reply.header("Deprecation")).isEqualTo("@1793491200");
            assertThat(reply.header("Link")).isEqualTo("</v2/disbursement/fiat>; rel=\"successor-version\"");
            assertThat(merchant.available("USD")).isEqualByComparingTo("999973.25");
            assertThat(merchant.held("USD")).isEqualByComparingTo("26.75");
            assertClean();
        }
    }

    @Test
    void fees_are_on_top_and_balances_are_told_item_by_item() {
        try (var merchant = Merchant.at(service)) {
            var data = merchant.pay(idr(item("1234567890", "100000"), item("1234567891", "50000")))
                    .expect(201)
                    .data();
            assertThat(data.path("sumFees").decimalValue()).isEqualByComparingTo("4000");
            assertThat(data.path("sumAmount").decimalValue()).isEqualByComparingTo("150000");
            assertThat(data.path("totalRecipient").intValue()).isEqualTo(2);
            var balances = data.path("disburseData")
                    .valueStream()
                    .map(each -> each.path("balance").toString());
            assertThat(balances)
                    .containsExactly("{\"before\":1000000,\"after\":898000}", "{\"before\":898000,\"after\":846000}");
            assertThat(merchant.available("IDR")).isEqualByComparingTo("846000");
            assertThat(merchant.held("IDR")).isEqualByComparingTo("154000");
        }
    }

    @Test
    void a_payee_given_directly_is_stored() {
        try (var merchant = Merchant.at(service)) {
            var recipient =
                    merchant.payout(merchant.paid("5550001112", "10000")).path("recipient");
            var stored = merchant.client()
                    .get("/v1/recipient/" + text(recipient, "recipientId"))
                    .expect(200)
                    .data();
            assertThat(text(stored, "name")).isEqualTo("Siti Rahayu");
            assertThat(text(stored.path("bank").get(0), "accountNumber")).isEqualTo("5550001112");
            assertThat(text(recipient.path("verification"), "outcome")).isEqualTo("match");
            var again = "{\"recipientId\":\"" + text(recipient, "recipientId").toUpperCase(java.util.Locale.ROOT)
                    + "\",\"amount\":10000}";
            assertThat(text(merchant.payout(merchant.paidItem(again)).path("recipient"), "recipientId"))
                    .isEqualTo(text(recipient, "recipientId"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "9999000041, no_match",
        "9999000042, close_match",
        "9999000043, unavailable",
        "9999000005, no_match",
    })
    void the_bank_is_asked_for_the_name_and_what_it_says_blocks_nothing(String account, String outcome) {
        try (var merchant = Merchant.at(service)) {
            var payout = merchant.payout(merchant.paid(account, "10000"));
            assertThat(text(payout.path("recipient").path("verification"), "outcome"))
                    .isEqualTo(outcome);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "50000, 50000",
        "50000.00, 50000",
        "1e5, 100000",
        "1.5E+5, 150000",
        "100000e-1, 10000",
        "50000.0000000000000000000000000, 50000",
    })
    void amounts_are_exact_decimals_in_any_spelling(String sent, String answered) {
        try (var merchant = Merchant.at(service)) {
            var amount = merchant.payout(merchant.paid("1234567890", sent)).path("amount");
            assertThat(amount.toString()).isEqualTo(answered);
        }
    }

    @Test
    void trailing_zeros_are_no_decimals_of_a_currency_that_has_none() {
        try (var merchant = Merchant.at(service)) {
            var recipient = merchant.stored(
                    "JPY", "JP", "\"bankName\":\"Mizuho Bank\",\"accountNumber\":\"1234567\",\"paymentCode\":\"0001\"");
            var reply = merchant.pay("{\"currency\":\"JPY\",\"disburseData\":[{\"recipientId\":\"" + recipient
                            + "\",\"amount\":50000.0}]}")
                    .expect(201);
            assertThat(reply.data().path("sumAmount").toString()).isEqualTo("50000");
        }
    }

    @Test
    void amounts_are_texts_for_a_client_that_asks_for_them() {
        try (var merchant = Merchant.at(service)) {
            var accept = Map.of("Accept", "application/json; amounts=string");
            var reply = merchant.client()
                    .send("POST", "/v2/disbursement/fiat", idr(item("1234567890", "150000")), accept)
                    .expect(201);
            Golden.assertSame("disbursement/create-v2-amounts-as-text", reply.json());
            var detail = merchant.client()
                    .send(
                            "GET",
                            "/v1/disbursement/fiat/"
                                    + id(reply.data().path("disburseData").get(0)),
                            null,
                            accept)
                    .expect(200)
                    .data();
            assertThat(detail.path("amount").isString()).isTrue();
            assertThat(text(detail, "amount")).isEqualTo("150000");
            assertThat(text(detail.path("balance"), "after")).isEqualTo("848000");
            for (var spelling : List.of("application/json; amounts=string", "application/json;amounts=\"string\"")) {
                var balance = merchant.client()
                        .send("GET", "/v1/balance", null, Map.of("Accept", spelling))
                        .expect(200);
                assertThat(balance.data().get(0).path("available").isString()).isTrue();
            }
        }
    }

    @Test
    void a_thousand_payouts_are_one_request() {
        try (var merchant = Merchant.at(service)) {
            var recipient = merchant.storedInIndonesia();
            var items = Collections.nCopies(999, "{\"recipientId\":\"" + recipient + "\",\"amount\":10}")
                    .toArray(String[]::new);
            merchant.pay(idr(items)).expect(400);
            var dollars = merchant.storedInAmerica("000123456789");
            var thousand = Collections.nCopies(1_000, "{\"recipientId\":\"" + dollars + "\",\"amount\":10}");
            var data = merchant.pay(usd(thousand)).expect(201).data();
            assertThat(data.path("totalRecipient").intValue()).isEqualTo(1_000);
            assertThat(data.path("sumAmount").toString()).isEqualTo("10000");
            assertThat(data.path("sumFees").toString()).isEqualTo("1000");
            assertThat(merchant.payouts()).isEqualTo(1_000);
            assertThat(merchant.held("USD")).isEqualByComparingTo("11000");
            var groups = data.path("disburseData")
                    .valueStream()
                    .map(each -> text(each, "groupId"))
                    .distinct();
            assertThat(groups).hasSize(1);
            assertClean();
        }
    }

    @Test
    void unknown_fields_and_parameters_are_ignored() {
        try (var merchant = Merchant.at(service)) {
            var body = "{\"colour\":\"red\",\"currency\":\"IDR\",\"disburseData\":[{\"recipient\":"
                    + payee("1234567890") + ",\"amount\":10000,\"x\":{\"y\":[1e999]}}]}";
            merchant.client().post("/v2/disbursement/fiat?x=y", body).expect(201);
        }
    }

    @Test
    void whoever_asked_is_named() {
        try (var merchant = Merchant.at(service)) {
            var payout = merchant.payout(merchant.paid("1234567890", "10000"));
            assertThat(text(payout, "organizationId"))
                    .isEqualTo(merchant.organizationId().toString());
            assertThat(text(payout, "organizationName")).isEqualTo("Acme");
            assertThat(text(payout, "createdBy")).isEqualTo(text(payout.path("initiatedBy"), "userId"));
            assertThat(text(payout.path("initiatedBy"), "name")).isNotEmpty();
        }
    }

    private static String usd(List<String> items) {
        return "{\"currency\":\"USD\",\"disburseData\":[" + String.join(",", items) + "]}";
    }
}
