package dev.sluice.operator;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.options.Cookie;
import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.audit.Entry;
import dev.sluice.dashboard.ByHand;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Limits of an organization on its payouts per day and the request rate of its programs: set by operators, and
/// enforced for its users and programs.
class LimitsTest extends DashboardTest {
    private static final String WHY = "Contract 12";
    private static final String PAYEE = "1234567890";

    private String path() {
        return "/dashboard/operator/organizations/" + merchant.organizationId() + "/limits";
    }

    private void limit(Person operator, String asset, String most) {
        assertThat(operator.post(path() + "/day", Map.of("asset", asset, "max", most, "reason", WHY))
                        .statusCode())
                .isEqualTo(303);
    }

    private static void assertOverLimit(JsonNode answer, String field, String left) {
        assertThat(text(answer, "code")).isEqualTo("DAILY_LIMIT_EXCEEDED");
        var detail = answer.path("details").get(0);
        assertThat(text(detail, "field")).isEqualTo(field);
        assertThat(text(detail, "message")).contains("the " + left + " that are left today (UTC)");
    }

    @Test
    void programs_are_told_which_item_and_what_is_left() {
        merchant.paid(PAYEE, "30000");
        limit(person(Role.OPERATOR), "IDR", "100000");
        var refused = merchant.pay(Merchant.idr(Merchant.item(PAYEE, "50000"), Merchant.item(PAYEE, "20001")));
        assertOverLimit(refused.expect(400).json(), "disburseData[1].amount", "20000 IDR");
        merchant.pay(Merchant.idr(Merchant.item(PAYEE, "50000"), Merchant.item(PAYEE, "20000")))
                .expect(201);
        limit(person(Role.OPERATOR), "usdc-polygon", "5");
        var crypto = """
                {"token":"usdc-polygon","receivers":[{"receiverWalletAddress":\
                "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed","amount":%s}]}\
                """;
        assertOverLimit(
                merchant.client()
                        .post("/v1/disbursement/crypto", crypto.formatted("5.5"))
                        .expect(400)
                        .json(),
                "receivers[0].amount",
                "5 usdc-polygon");
        merchant.client().post("/v1/disbursement/crypto", crypto.formatted("5")).expect(201);
    }

    @Test
    void a_limit_is_written_and_shown_in_the_language_of_the_page() {
        try (var window = window(person(Role.OPERATOR), 1280)) {
            window.context()
                    .addCookies(List.of(new Cookie("sluice_language", "id")
                            .setUrl(service.baseUrl().toString())));
            window.navigate(path());
            assertThat(window.locator("#asset option[value='usdc-polygon']").textContent())
                    .isEqualTo("USDC di Polygon");
            window.selectOption("#asset", "IDR");
            window.fill("#max", "1.000.000");
            window.fill("#reason-day", WHY);
            window.click("form[action$='/day'] button");
            window.waitForSelector(".alert-success");
            assertThat(window.locator("main").textContent()).contains("menjadi 1.000.000\u00a0IDR");
        }
    }

    @Test
    void a_refund_of_a_deposit_counts_and_is_refused() {
        limit(person(Role.OPERATOR), "IDR", "100000");
        merchant.paid(PAYEE, "60000");
        var id = merchant.createDeposit("QRIS", "50000");
        merchant.payIn(id, null);
        merchant.awaitDeposit(id, "completed");
        var refund = "/v1/deposit/" + id + "/refund";
        assertOverLimit(
                merchant.client().post(refund, "{\"amount\":50000}").expect(400).json(), "amount", "40000 IDR");
        merchant.client().post(refund, "{\"amount\":40000}").expect(201);
        merchant.pay(Merchant.idr(Merchant.item(PAYEE, "10000"))).expect(400);
    }

    @Test
    void people_are_told_at_the_form_and_in_a_file() {
        limit(person(Role.OPERATOR), "IDR", "100000");
        var maker = person(Role.MAKER);
        var sent = maker.post("/dashboard/payouts/new", ByHand.typed(PAYEE, "100001"));
        assertThat(sent.statusCode()).isEqualTo(400);
        assertThat(sent.body()).contains("100,000 IDR that are left today (UTC)");
        var file = "currency,amount,account_name,account_number,bank_code\n" + "IDR,60000,Siti Rahayu," + PAYEE
                + ",014\nIDR,40001,Siti Rahayu," + PAYEE + ",014\n";
        var read =
                maker.upload("/dashboard/payouts/bulk", Map.of(), "payouts.csv", file.getBytes(StandardCharsets.UTF_8));
        assertThat(read.statusCode()).as(read.body()).isEqualTo(303);
        var preview = maker.get(read.headers().firstValue("Location").orElseThrow());
        assertThat(preview.body()).contains("40,000 IDR that are left today (UTC)");
    }

    @Test
    void owners_see_what_is_left_and_a_trial_says_so() {
        var owner = person(Role.OWNER);
        assertThat(owner.get("/dashboard/policy").body()).doesNotContain("Daily limits");
        limit(person(Role.OPERATOR), "IDR", "100000");
        merchant.paid(PAYEE, "30000");
        assertThat(owner.get("/dashboard/policy").body()).contains("Daily limits", "100,000", "70,000");
        var passes = owner.get("/dashboard/policy/test?payoutAsset=IDR&payoutAmount=70000&payoutMaker=API&known=month");
        assertThat(passes.body()).contains("The payout would be sent immediately");
        var tried = owner.get("/dashboard/policy/test?payoutAsset=IDR&payoutAmount=70001&payoutMaker=API&known=month");
        assertThat(tried.body()).contains("The payout would be refused", "exceeds what is left today");
    }

    @Test
    void the_audit_log_tells_what_was_and_what_is() {
        var operator = person(Role.OPERATOR);
        limit(operator, "IDR", "100000");
        limit(operator, "IDR", "200000");
        assertThat(operator.post(path() + "/day/end", Map.of("asset", "IDR", "reason", WHY))
                        .statusCode())
                .isEqualTo(303);
        assertThat(deeds(operator.user().organizationId(), 3).stream()
                        .map(Entry::fields)
                        .toList())
                .allSatisfy(fields -> assertThat(fields).containsEntry("reason", WHY))
                .extracting(fields -> fields.get("before.max") + " > " + fields.get("max"))
                .containsExactly("200000 > null", "100000 > 200000", "none > 100000");
        assertThat(operator.get(path()).body()).contains("Daily payouts are unlimited.");
        assertThat(operator.post(path() + "/day/end", Map.of("asset", "IDR", "reason", WHY))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void programs_are_slowed_down_together_and_people_are_not() {
        var operator = person(Role.OPERATOR);
        var rate = Map.of("requests", "2", "period", "MINUTE", "burst", "2", "reason", WHY);
        assertThat(operator.post(path() + "/rate", rate).statusCode()).isEqualTo(303);
        assertThat(operator.get(path()).body()).contains("Requests per minute");
        merchant.client().get("/v1/balance").expect(200);
        merchant.client().get("/v1/balance").expect(200);
        var limited = merchant.client().get("/v1/balance").expect(429);
        assertThat(limited.code()).isEqualTo("RATE_LIMITED");
        assertThat(limited.header("RateLimit-Policy")).isEqualTo("\"organization\";q=2;w=60;burst=2");
        assertThat(Integer.parseInt(limited.header("Retry-After"))).isBetween(1, 30);
        var owner = person(Role.OWNER);
        for (var page : List.of("/dashboard", "/dashboard/balances", "/dashboard/payouts", "/dashboard/deposits")) {
            assertThat(owner.get(page).statusCode()).as(page).isEqualTo(200);
        }
        var more = Map.of("requests", "50", "period", "SECOND", "burst", "60", "reason", WHY);
        assertThat(operator.post(path() + "/rate", more).statusCode()).isEqualTo(303);
        merchant.client().get("/v1/balance").expect(200);
        assertThat(operator.post(path() + "/rate/end", Map.of("reason", WHY)).statusCode())
                .isEqualTo(303);
        assertThat(merchant.client().get("/v1/balance").header("RateLimit-Policy"))
                .doesNotContain("organization");
        assertThat(deeds(operator.user().organizationId(), 3).stream()
                        .map(Entry::fields)
                        .toList())
                .extracting(fields -> fields.get("before.rate"))
                .containsExactly("50 per SECOND, 60 at once", "2 per MINUTE, 2 at once", "standard");
    }

    @ParameterizedTest
    @CsvSource({
        "0, SECOND, 1, requests-wrong",
        "'', SECOND, 1, requests-wrong",
        "1.5, SECOND, 1, requests-wrong",
        "-1, SECOND, 1, requests-wrong",
        "100001, SECOND, 1, requests-wrong",
        "9999999999, SECOND, 1, requests-wrong",
        "1, HOUR, 1, period-wrong",
        "1, MINUTE, 0, burst-wrong",
        "1, MINUTE, many, burst-wrong"
    })
    void a_rate_that_is_none_is_refused_at_its_field(String requests, String per, String burst, String wrong) {
        var operator = person(Role.OPERATOR);
        var rate = Map.of("requests", requests, "period", per, "burst", burst, "reason", WHY);
        var answer = operator.post(path() + "/rate", rate);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("id=\"" + wrong + "\"", "has the default request rate");
    }

    @Test
    void all_that_is_wrong_is_said_at_once_and_the_reason_stays() {
        var operator = person(Role.OPERATOR);
        var rate = Map.of("requests", "0", "period", "HOUR", "burst", "many", "reason", WHY);
        assertThat(operator.post(path() + "/rate", rate).body())
                .contains("id=\"requests-wrong\"", "id=\"period-wrong\"", "id=\"burst-wrong\"")
                .containsPattern("id=\"reason-rate\"[^>]* value=\"" + WHY + "\"");
        var day = Map.of("asset", "XXX", "max", "-1", "reason", WHY);
        assertThat(operator.post(path() + "/day", day).body())
                .contains("id=\"asset-wrong\"", "id=\"max-wrong\"")
                .containsPattern("id=\"reason-day\"[^>]* value=\"" + WHY + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "XXX, 1, asset-wrong",
        "'', 1, asset-wrong",
        "IDR, '', max-wrong",
        "IDR, -1, max-wrong",
        "IDR, 0.001, max-wrong",
        "IDR, many, max-wrong",
        "usdc-polygon, 0.0000001, max-wrong"
    })
    void what_is_wrong_is_said_at_its_field_and_changes_nothing(String asset, String most, String wrong) {
        var operator = person(Role.OPERATOR);
        var answer = operator.post(path() + "/day", Map.of("asset", asset, "max", most, "reason", WHY));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("id=\"" + wrong + "\"", "Daily payouts are unlimited.");
        assertThat(operator.post(path() + "/day", Map.of("asset", "IDR", "max", "1"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(operator.get(path().replaceFirst("organizations/[^/]+", "organizations/" + UUID.randomUUID()))
                        .statusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"OWNER", "ADMIN", "MAKER", "DEVELOPER", "VIEWER", "CHECKER"})
    void nobody_else_sees_or_sets_them(Role role) {
        var somebody = person(role);
        assertThat(somebody.get(path()).statusCode()).isEqualTo(403);
        for (var form : List.of("/day", "/day/end", "/rate", "/rate/end")) {
            assertThat(somebody.postAsIs(path() + form, Map.of("asset", "IDR", "max", "1", "reason", WHY))
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_daily_limit_is_set_and_ended_in_a_browser(int width) {
        merchant.paid(PAYEE, "30000");
        try (var page = window(person(Role.OPERATOR), width)) {
            page.onDialog(Dialog::accept);
            page.navigate(path().replace("/limits", ""));
            page.click("a[href$='/limits']");
            assertWellMade(page);
            page.selectOption("#asset", "IDR");
            page.fill("#max", "0.001");
            page.fill("#reason-day", WHY);
            page.click("form[action$='/day'] button");
            page.waitForSelector("#max-wrong");
            assertThat(page.inputValue("#asset")).isEqualTo("IDR");
            complaints.clear(); // the browser tells of the status 400 of a form with a mistake
            assertWellMade(page);
            page.fill("#max", "100000");
            page.fill("#reason-day", WHY);
            page.click("form[action$='/day'] button");
            page.waitForSelector("table >> text=70,000");
            assertWellMade(page);
            assertThat(page.locator("table tbody td:not([data-label])").count()).isZero();
            try (var owner = window(person(Role.OWNER), width)) {
                owner.navigate("/dashboard/policy");
                assertWellMade(owner);
            }
            page.fill("#reason-IDR", "It is over");
            page.click("form[action$='/day/end'] button");
            page.waitForSelector("text=Daily payouts are unlimited.");
            page.fill("#requests", "30");
            page.selectOption("#period", "MINUTE");
            page.fill("#burst", "5");
            page.fill("#reason-rate", WHY);
            page.click("form[action$='/rate'] button");
            page.waitForSelector("text=Requests per minute");
            assertWellMade(page);
            page.fill("#reason-rate-end", "It is over");
            page.click("form[action$='/rate/end'] button");
            page.waitForSelector("text=has the default request rate");
        }
    }
}
