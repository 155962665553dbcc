package dev.sluice.dashboard.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests of the deposit pages and their actions.
class DepositPagesTest extends DashboardTest {
    private static final String PATH = "/dashboard/deposits";
    private static final Pattern FORM_KEY = Pattern.compile("name=\"formKey\" value=\"([^\"]+)\"");

    private static String location(java.net.http.HttpResponse<String> answer) {
        return answer.headers().firstValue("Location").orElse("");
    }

    private static Map<String, String> form(String amount, String reference) {
        return Map.of(
                "formKey",
                UUID.randomUUID().toString(),
                "currency",
                "IDR",
                "paymentMethod",
                "014_VA",
                "amount",
                amount,
                "reference",
                reference);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void somebody_makes_a_deposit_plays_its_payer_and_sees_the_money_come(int width) {
        var page = window(person(Role.MAKER), width);
        page.navigate(PATH);
        assertWellMade(page);
        page.click("a[href='/dashboard/deposits/new']");
        page.selectOption("#currency", "IDR");
        page.locator("input[value='QRIS']").check();
        page.fill("#amount", "250000");
        page.fill("#reference", "INV-" + width);
        assertWellMade(page);
        page.locator("#form form button.btn-primary").click();
        page.locator(".qr svg").waitFor();
        assertWellMade(page);
        assertThat(page.locator("#summary").textContent()).contains("250,000");
        page.locator("form[action$='/pay'] button").click();
        page.waitForURL("**?watch=1");
        page.locator("#deposit .status-green", new Page.LocatorOptions().setHasText("Completed"))
                .first()
                .waitFor();
        page.locator("form[action$='/refund']").waitFor();
        assertThat(page.locator("#deposit").textContent())
                .contains("Available balance")
                .doesNotContain("deposit.completed");
        assertWellMade(page);
        page.navigate(PATH);
        assertThat(page.locator("#found").textContent()).contains("INV-" + width, "Completed");
        assertWellMade(page);
        page.context().close();
    }

    @Test
    void a_filter_changes_the_list_in_its_place() {
        merchant.createDeposit("014_VA", "150000", "\"reference\":\"KEPT\"");
        var other = merchant.createDeposit("014_VA", "150000", "\"reference\":\"GONE\"");
        merchant.client().patch("/v1/deposit/" + other + "/cancel", null).expect(200);
        var page = window(person(Role.VIEWER), 1280);
        page.navigate(PATH);
        assertThat(page.locator("#found tbody tr").count()).isEqualTo(2);
        page.selectOption("#status", "cancelled");
        page.waitForURL("**status=cancelled**");
        page.locator("#found tbody tr")
                .filter(new com.microsoft.playwright.Locator.FilterOptions().setHasText("GONE"))
                .waitFor();
        assertThat(page.locator("#found tbody tr").count()).isEqualTo(1);
        page.context().close();
    }

    @Test
    void one_that_was_cancelled_was_neither_credited_nor_is_its_time_over() {
        var id = merchant.createDeposit("014_VA", "150000");
        merchant.client().patch("/v1/deposit/" + id + "/cancel", null).expect(200);
        assertThat(person(Role.VIEWER).get(PATH + "/" + id).body())
                .contains("<dt>Expiry</dt>", "<dt>Credited when paid</dt>")
                .doesNotContain("<dt>Credited</dt>", "<dt>Expired</dt>");
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"VIEWER", "CHECKER", "DEVELOPER"})
    void who_only_looks_changes_nothing(Role role) {
        var id = merchant.createDeposit("014_VA", "150000");
        var person = person(role);
        assertThat(person.get(PATH + "/" + id).body()).doesNotContain("/cancel", "/refund", "/pay\"", "/force");
        assertThat(person.get(PATH).body()).doesNotContain(PATH + "/new");
        assertThat(person.get(PATH + "/new").statusCode()).isEqualTo(403);
        for (var action : new String[] {"new", id + "/cancel", id + "/refund", id + "/pay", id + "/force"}) {
            assertThat(person.post(PATH + "/" + action, Map.of("status", "completed"))
                            .statusCode())
                    .as(action)
                    .isEqualTo(403);
        }
        assertThat(merchant.deposit(id).path("status").stringValue()).isEqualTo("pending");
    }

    @Test
    void anothers_deposit_is_not_there() {
        try (var other = Merchant.at(service)) {
            var id = other.createDeposit("014_VA", "150000", "\"reference\":\"THEIRS\"");
            var person = person(Role.OWNER);
            assertThat(person.get(PATH + "/" + id).statusCode()).isEqualTo(404);
            assertThat(person.get(PATH + "/" + id + "/live").statusCode()).isEqualTo(404);
            for (var action : new String[] {"cancel", "refund", "pay", "force"}) {
                assertThat(person.post(PATH + "/" + id + "/" + action, Map.of("status", "completed"))
                                .statusCode())
                        .as(action)
                        .isEqualTo(404);
            }
            assertThat(person.get(PATH + "?reference=THEIRS").body()).doesNotContain(id);
            assertThat(person.get(PATH + ".csv").body()).doesNotContain(id);
            assertThat(other.deposit(id).path("status").stringValue()).isEqualTo("pending");
        }
    }

    @Test
    void a_form_that_is_sent_twice_makes_one_deposit() {
        var person = person(Role.MAKER);
        var form = form("150000", "ONCE");
        var first = person.post(PATH + "/new", form);
        var second = person.post(PATH + "/new", form);
        assertThat(first.statusCode()).isEqualTo(303);
        assertThat(location(second)).isEqualTo(location(first));
    }

    private static Map<String, String> inDollars(String amount, String method) {
        return Map.of("currency", "IDR", "paymentMethod", method, "amount", amount, "outputCurrency", "USD");
    }

    private static Map<String, String> asking(Map<String, String> form) {
        var asking = new HashMap<>(form);
        asking.put("preview", "1");
        return asking;
    }

    @Test
    void an_exchange_of_a_currency_for_another_shows_the_rate_and_the_fee_that_its_deposit_gets() {
        var person = person(Role.MAKER);
        var form = inDollars("1500000", "014_VA");
        var response = person.post(PATH + "/new", asking(form));
        assertThat(response.statusCode()).isEqualTo(200);
        var created =
                merchant.deposit(location(person.post(PATH + "/new", form)).substring(PATH.length() + 1));
        assertThat(created.path("exchangeRate").decimalValue()).isPositive();
        var formats = new Formats(Locale.ENGLISH, UnaryOperator.identity(), ZoneOffset.UTC);
        assertThat(response.body())
                .contains("Payment method fee", "This rate is indicative")
                .contains(formats.money(created.path("fee").path("amount").decimalValue(), "IDR"))
                .contains("1\u00a0IDR = "
                        + formats.money(created.path("exchangeRate").decimalValue(), "USD"))
                .contains(formats.money(created.path("outputAmount").decimalValue(), "USD"))
                .doesNotContain("Rate valid until", "name=\"quoteId\"");
    }

    @Test
    void what_keeps_an_exchange_from_being_made_is_said_where_its_rate_is_asked_for() {
        var person = person(Role.MAKER);
        var little = person.post(PATH + "/new", asking(inDollars("1", "014_VA")));
        assertThat(little.statusCode()).isEqualTo(400);
        assertThat(little.body()).contains("id=\"amount-wrong\"", "must be from");
        var unchosen = person.post(PATH + "/new", asking(inDollars("1500000", "")));
        assertThat(unchosen.statusCode()).isEqualTo(400);
        assertThat(unchosen.body()).contains("<p class=\"text-danger mb-0\">is required");
    }

    /// A quote converts between a token and a currency.
    @Test
    void a_quote_for_a_token_is_refused_by_its_name_where_a_currency_is_credited() {
        var quote = merchant.client()
                .get("/v1/convert/estimate?inputCurrency=IDR&outputCurrency=usdc-polygon&inputAmount=1500000")
                .expect(200)
                .data()
                .path("quoteId")
                .stringValue();
        var dollars = Merchant.deposit("014_VA", "1500000", "\"quoteId\":\"" + quote + "\"")
                .replace("\"outputCurrency\":\"IDR\"", "\"outputCurrency\":\"USD\"");
        var refused = merchant.client().post("/v1/deposit/fiat", dollars).expect(400);
        assertThat(refused.code()).isEqualTo("QUOTE_MISMATCH");
        assertThat(refused.json().path("details").get(0).path("field").stringValue())
                .isEqualTo("quoteId");
        var form = new HashMap<>(inDollars("1500000", "014_VA"));
        form.putAll(Map.of("quoteId", quote, "quoteFor", "IDR USD 1500000 input"));
        var answer = person(Role.MAKER).post(PATH + "/new", form);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).containsPattern("invalid-feedback\" id=\"outputCurrency-says\">is from IDR to usdc");
    }

    @Test
    void what_is_wrong_is_said_at_its_field_and_what_was_typed_stays() {
        var answer = person(Role.MAKER).post(PATH + "/new", form("1.005", "KEPT-AS-TYPED"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains(
                        "id=\"amount-wrong\"",
                        "An amount in IDR can have at most 2 decimals",
                        "value=\"KEPT-AS-TYPED\"");
        var thousands = person(Role.MAKER).post(PATH + "/new", form("500.000", "THOUSANDS"));
        assertThat(thousands.statusCode()).isEqualTo(400);
        assertThat(thousands.body()).contains("An amount in IDR can have at most 2 decimals");
        var response = person(Role.MAKER).post(PATH + "/new", form("a lot", "KEPT"));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("id=\"amount-wrong\"", "value=\"a lot\"");
    }

    @Test
    void a_deposit_is_paid_refunded_and_all_of_it_is_shown() {
        var person = person(Role.ADMIN);
        var id = merchant.createDeposit("014_VA", "150000");
        assertThat(person.post(PATH + "/" + id + "/pay", key(person, id)).statusCode())
                .isEqualTo(303);
        merchant.awaitDeposit(id, "completed");
        var tooMuch = person.post(PATH + "/" + id + "/refund", Map.of("refundAmount", "150000.01"));
        assertThat(tooMuch.statusCode()).isEqualTo(400);
        assertThat(tooMuch.body()).contains("id=\"refundAmount-wrong\"");
        assertThousandsAreNoDecimals(person, id, "refund");
        assertThousandsAreNoDecimals(person, id, "pay");
        assertThat(person.post(PATH + "/" + id + "/refund", Map.of("refundAmount", "50000"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(person.get(PATH + "/" + id).body())
                .contains("Payments received", "/dashboard/payouts/", "deposit.completed", "50,000");
        assertThat(person.post(PATH + "/" + id + "/cancel", Map.of()).statusCode())
                .isEqualTo(409);
    }

    /// Asserts that a number with a point before three digits is refused: some languages use the point for
    /// thousands.
    private static void assertThousandsAreNoDecimals(Person person, String id, String form) {
        var field = form + "Amount";
        var answer = person.post(PATH + "/" + id + "/" + form, Map.of(field, "50.000"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("id=\"" + field + "-wrong\">An amount in IDR can have at most 2 decimals");
    }

    private static Map<String, String> key(Person person, String id) {
        var matcher = FORM_KEY.matcher(person.get(PATH + "/" + id).body());
        assertThat(matcher.find()).isTrue();
        return Map.of("formKey", matcher.group(1));
    }

    @Test
    void a_page_that_is_known_already_is_not_sent_again() {
        var person = person(Role.VIEWER);
        var id = merchant.createDeposit("014_VA", "150000");
        var body = person.get(PATH + "/" + id).body();
        var live = Pattern.compile("hx-get=\"([^\"]+/live[^\"]+)\"").matcher(body);
        assertThat(live.find()).isTrue();
        assertThat(person.get(live.group(1)).statusCode()).isEqualTo(204);
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
        var changed = person.get(live.group(1));
        assertThat(changed.statusCode()).isEqualTo(200);
        assertThat(changed.body()).contains("Completed").doesNotContain("hx-trigger", "<html");
    }

    @Test
    void all_deposits_are_one_file() {
        int count = 120;
        IntStream.range(0, count)
                .forEach(each -> merchant.createDeposit("014_VA", "150000", "\"reference\":\"=R" + each + "\""));
        var answer = person(Role.VIEWER).get(PATH + ".csv");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/csv; charset=utf-8");
        assertThat(answer.body().lines()).hasSize(count + 1);
        assertThat(answer.body()).startsWith("depositId,").contains(",'=R0,", ",'=R119,");
    }

    @Test
    void a_file_begins_as_its_list_is_ordered_and_the_page_says_how_much_it_has() {
        var older = merchant.createDeposit("014_VA", "150000");
        var newer = merchant.createDeposit("014_VA", "160000");
        var person = person(Role.VIEWER);
        assertThat(person.get(PATH + ".csv").body().lines().skip(1))
                .extracting(line -> line.substring(0, line.indexOf(',')))
                .containsExactly(newer, older);
        assertThat(person.get(PATH + ".csv?sort=createdAt").body().lines().skip(1))
                .extracting(line -> line.substring(0, line.indexOf(',')))
                .containsExactly(older, newer);
        assertThat(person.get(PATH).body()).doesNotContain("The file has");
    }

    @Test
    void a_deposit_of_tokens_shows_its_wallet() {
        var person = person(Role.MAKER);
        var created = person.post(
                PATH + "/new", Map.of("type", "crypto", "currency", "usdc-polygon", "amount", "25", "formKey", "one"));
        assertThat(created.statusCode()).isEqualTo(303);
        assertThat(person.get(location(created)).body()).contains("Wallet address", "<svg", "polygon");
        assertThat(person.get(PATH + "?type=crypto").body()).contains(location(created));
    }

    @Test
    void methods_and_tokens_have_names_and_developers_find_the_codes() {
        var person = person(Role.MAKER);
        var account = location(person.post(PATH + "/new", form("150000", "INV-NAMED")));
        var fiat = person.get(PATH).body();
        assertThat(fiat).contains("title=\"014_VA\"").doesNotContain(">014_VA<");
        assertThat(person.get(account).body()).contains(">014_VA<");
        var tokens = location(person.post(
                PATH + "/new",
                Map.of("type", "crypto", "currency", "usdc-polygon", "amount", "25", "formKey", "named")));
        assertThat(person.get(PATH + "?type=crypto").body())
                .contains("25.00\u00a0USDC on Polygon", "title=\"usdc-polygon\"")
                .doesNotContain(">usdc-polygon<");
        assertThat(person.get(tokens).body()).contains("USDC on Polygon", ">usdc-polygon<");
        assertThat(person.get("/dashboard").body()).contains("USDC on Polygon").doesNotContain(">014_VA<");
    }
}
