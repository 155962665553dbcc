package dev.sluice.dashboard.search;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.dashboard.Section;
import dev.sluice.merchant.Role;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of the search for other resources, such as wallets and users: only users with the permission find them, and
/// only in their own organization.
@Tag("slow")
class SearchKindsTest extends DashboardTest {
    private static final String SEARCH = "/dashboard/search?q=";
    private static final String WALLET = "0x52908400098527886E0F7030069857D2E4169EE7";
    private static final Path ROLES = Path.of("src", "test", "resources", "dashboard", "roles.txt");

    /// Paths without a page of their own, or of the sign-in.
    private static final Set<String> NO_PAGES = Set.of(
            "/dashboard/audit/export",
            "/dashboard/balances/statement.csv",
            "/dashboard/balances/statement.xlsx",
            "/dashboard/conversions/quote",
            "/dashboard/deposits.csv",
            "/dashboard/deposits/import/methods",
            "/dashboard/deposits/import/template",
            "/dashboard/live",
            "/dashboard/notifications/bell",
            "/dashboard/operator/ledger/account",
            "/dashboard/operator/ledger/payment",
            "/dashboard/operator/search",
            "/dashboard/mail",
            "/dashboard/password",
            "/dashboard/password/new",
            "/dashboard/payouts/bulk/banks",
            "/dashboard/payouts/bulk/template",
            "/dashboard/payouts/export",
            "/dashboard/payouts/review",
            "/dashboard/policy/new/review",
            "/dashboard/policy/test",
            "/dashboard/recipients/import/template",
            "/dashboard/search",
            "/dashboard/settings/logo",
            "/dashboard/settings/preview",
            "/dashboard/sign-in",
            "/dashboard/sign-in/code");

    private static String found(Person person, String text) {
        var answer = person.get(SEARCH + URLEncoder.encode(text, StandardCharsets.UTF_8));
        return answer.headers().firstValue("Location").orElseGet(answer::body);
    }

    private void nobodyElseFinds(String text) {
        try (var other = Merchant.at(service)) {
            var mine = merchant;
            merchant = other;
            assertThat(found(person(Role.OWNER), text)).contains("No results");
            merchant = mine;
        }
    }

    private String payTokens(String wallet) {
        var receiver = "{\"receiverWalletAddress\":\"" + wallet + "\",\"amount\":5}";
        return merchant.client()
                .post("/v1/disbursement/crypto", "{\"token\":\"usdc-polygon\",\"receivers\":[" + receiver + "]}")
                .expect(201)
                .data()
                .path("disburseData")
                .get(0)
                .path("disbursementId")
                .stringValue();
    }

    @Test
    void a_wallet_leads_to_the_payouts_that_went_there() {
        var payout = payTokens(WALLET);
        var viewer = person(Role.VIEWER);
        for (var written : List.of(WALLET, WALLET.toLowerCase(Locale.ROOT))) {
            assertThat(found(viewer, written)).contains("/dashboard/payouts/" + payout);
        }
        nobodyElseFinds(WALLET);
    }

    @Test
    void a_deposit_is_found_by_the_number_of_its_virtual_account_and_the_reference_of_its_transfer() {
        var viewer = person(Role.VIEWER);
        var account = merchant.createDeposit("014_VA", "150000");
        var number = text(merchant.deposit(account).path("paymentFiat"), "accountNumber");
        assertThat(found(viewer, number)).contains("/dashboard/deposits/" + account);
        var transfer = merchant.createDeposit("014_TRANSFER", "150000");
        var reference = text(merchant.deposit(transfer).path("paymentFiat"), "paymentReference");
        assertThat(found(viewer, reference)).contains("/dashboard/deposits/" + transfer);
        nobodyElseFinds(number);
    }

    @ParameterizedTest
    @CsvSource({"usdc-polygon, payoutWallet", "usdc-stellar, memo"})
    void a_deposit_of_tokens_is_found_by_the_wallet_or_the_memo_that_is_its_own(String token, String what) {
        var deposit = merchant.askedTokens(token, "100");
        merchant.askedTokens(token, "100");
        var own = text(
                merchant.awaitTokens(deposit, each -> each.has("paymentCrypto")).path("paymentCrypto"), what);
        for (var written : List.of(own, own.toLowerCase(Locale.ROOT))) {
            assertThat(found(person(Role.VIEWER), written))
                    .contains("/dashboard/deposits/" + deposit)
                    .containsOnlyOnce("href=\"/dashboard/deposits/");
        }
        nobodyElseFinds(own);
    }

    @Test
    void a_deposit_is_found_by_the_number_that_the_bank_gave_to_its_payment() {
        var deposit = merchant.createDeposit("014_VA", "150000");
        merchant.payIn(deposit, null).expect(200);
        merchant.awaitDeposit(deposit, "completed");
        var number = service.connections()
                .read(handle -> handle.createQuery("SELECT key FROM deposit_payment WHERE deposit_id = :id::uuid")
                        .bind("id", deposit)
                        .mapTo(String.class)
                        .one());
        assertThat(found(person(Role.VIEWER), number)).contains("/dashboard/deposits/" + deposit);
        nobodyElseFinds(number);
    }

    @Test
    void a_conversion_is_found_by_its_id_and_by_that_of_its_quote() {
        var maker = person(Role.MAKER);
        var quote = merchant.client()
                .get("/v1/convert/estimate?inputCurrency=usdc-polygon&outputCurrency=IDR&inputAmount=10")
                .expect(200)
                .data()
                .path("quoteId")
                .stringValue();
        var conversion = merchant.client()
                .post("/v1/convert", """
                        {"input":{"currency":"usdc-polygon","amount":10},"output":{"currency":"IDR"},
                         "quoteId":"%s"}\
                        """.formatted(quote))
                .expect(201)
                .data()
                .path("convertId")
                .stringValue();
        for (var id : List.of(conversion, quote)) {
            assertThat(found(maker, id)).isEqualTo("/dashboard/conversions/" + conversion);
            nobodyElseFinds(id);
        }
    }

    @Test
    void a_recipient_is_found_by_the_merchants_reference_that_is_sealed() {
        var id = merchant.storedInIndonesia();
        var changed = """
                {"name":"Siti Rahayu","email":"siti@example.com","address":"Jalan Braga 99","city":"Bandung",
                 "postCode":"40111","bank":{"accountName":"Siti Rahayu"},"reference":"Vendor-7"}\
                """;
        merchant.client().patch("/v1/recipient/" + id, changed).expect(200);
        for (var written : List.of("VENDOR-7", " vendor-7")) {
            assertThat(found(person(Role.VIEWER), written)).contains("/dashboard/recipients/" + id);
        }
        assertThat(found(person(Role.VIEWER), "VENDOR")).contains("No results");
        nobodyElseFinds("VENDOR-7");
    }

    @Test
    void a_webhook_is_found_by_what_it_is_described_as() {
        var endpoint = merchant.client()
                .post("/v1/webhook/endpoint", """
                        {"url":"https://hooks.example.com/in","description":"Bookkeeping of Medan"}\
                        """)
                .expect(201)
                .data()
                .path("id")
                .stringValue();
        assertThat(found(person(Role.DEVELOPER), "bookkeeping medan"))
                .contains("href=\"/dashboard/developers/webhooks/" + endpoint + "\"", "https://hooks.example.com/in");
        assertThat(found(person(Role.MAKER), "bookkeeping medan")).contains("No results");
        nobodyElseFinds("bookkeeping medan");
    }

    @Test
    void people_are_found_by_those_alone_who_manage_the_team() {
        var colleague = person(Role.CHECKER).user();
        var there = "href=\"/dashboard/team#person-" + colleague.id() + "\"";
        var owner = person(Role.OWNER);
        assertThat(found(owner, "rani check")).contains(there, colleague.email());
        assertThat(found(owner, colleague.email())).contains(there);
        assertThat(found(owner, colleague.id().toString())).isEqualTo("/dashboard/team#person-" + colleague.id());
        assertThat(owner.get("/dashboard/team").body()).contains("id=\"person-" + colleague.id() + "\"");
        assertThat(found(person(Role.MAKER), colleague.email())).contains("No results");
        nobodyElseFinds(colleague.email());
    }

    @Test
    void wallets_on_the_list_are_found_by_those_alone_who_see_the_policy() {
        var owner = person(Role.OWNER);
        var form = Map.of("network", "polygon", "wallet", WALLET, "label", "Supplier in Medan");
        assertThat(owner.post("/dashboard/policy/wallets", form).statusCode()).isEqualTo(303);
        for (var text : List.of("supplier MEDAN", WALLET.toLowerCase(Locale.ROOT), WALLET.substring(0, 10))) {
            assertThat(found(person(Role.MAKER), text))
                    .contains("/dashboard/policy?find=" + WALLET + "#wallet-", "Supplier in Medan");
            assertThat(found(person(Role.VIEWER), text)).contains("No results");
            nobodyElseFinds(text);
        }
        assertThat(owner.get("/dashboard/policy?find=" + WALLET).body()).contains("id=\"wallet-");
    }

    @Test
    void a_payout_that_waits_is_called_an_approval_for_who_decides() {
        var rule = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "0", "effect", "APPROVE");
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", rule).statusCode())
                .isEqualTo(303);
        var payout = merchant.paidItem(Merchant.item("1234567890", "10000", "\"reference\":\"INV-9\""));
        assertThat(found(person(Role.CHECKER), "INV-9")).contains("hit-kind\">Approval<", "/payouts/" + payout);
        assertThat(found(person(Role.CHECKER), payout)).isEqualTo("/dashboard/payouts/" + payout);
        assertThat(found(person(Role.VIEWER), "INV-9"))
                .contains("hit-kind\">Payout<", "/payouts/" + payout)
                .doesNotContain("Approval");
    }

    @ParameterizedTest
    @CsvSource({"idr, IDR", "rupiah, IDR", "USDC Polygon, usdc-polygon", "usdc-stellar, usdc-stellar"})
    void a_currency_or_a_token_leads_to_its_statement(String text, String code) {
        var there = "/dashboard/balances/statement?currency=" + code;
        var viewer = person(Role.VIEWER);
        assertThat(found(viewer, text)).contains("href=\"" + there + "\"");
        assertThat(viewer.get(there).statusCode()).isEqualTo(200);
    }

    @Test
    void every_page_that_needs_no_more_than_its_address_can_be_found() throws IOException {
        var known = Stream.concat(
                        Stream.of(Section.values()).map(Section::path),
                        Stream.of(Subpage.values()).map(Subpage::path))
                .map(path -> path.replaceFirst("#.*", ""))
                .collect(Collectors.toSet());
        var pages = Files.readAllLines(ROLES).stream()
                .filter(line -> line.startsWith("GET ") && !line.contains("{"))
                .map(line -> line.substring(4, line.indexOf(':')))
                .toList();
        assertThat(pages).containsAll(NO_PAGES).hasSizeGreaterThan(NO_PAGES.size());
        assertThat(pages.stream().filter(page -> !NO_PAGES.contains(page) && !known.contains(page)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"new rule", "new endpoint", "new client", "new key", "allowed wallets"})
    void pages_of_a_section_are_found_by_those_alone_who_may_see_them(String words) {
        assertThat(found(person(Role.OWNER), words)).contains("<a href=\"/dashboard/");
        assertThat(found(person(Role.VIEWER), words)).doesNotContain("<a href=\"/dashboard/");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void what_is_found_is_well_made_in_the_palette_and_on_the_page(int width) {
        payTokens(WALLET);
        try (var page = window(person(Role.OWNER), width)) {
            page.navigate("/dashboard/payouts");
            page.keyboard().press("Control+k");
            page.waitForSelector("#palette[open]");
            page.fill("#palette-input", "usdc");
            page.waitForSelector("#palette-hits [role=option]:has-text('Statement')");
            page.fill("#palette-input", WALLET);
            page.waitForSelector("#palette-hits [role=option]:has-text('" + WALLET + "')");
            assertWellMade(page);
            page.navigate(SEARCH + WALLET);
            assertWellMade(page);
        }
    }
}
