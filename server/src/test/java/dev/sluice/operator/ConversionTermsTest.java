package dev.sluice.operator;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Dialog;
import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.app.Widths;
import dev.sluice.audit.Entry;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Conversions with fees that one organization has agreed on.
class ConversionTermsTest extends DashboardTest {
    private static final String WHY = "Contract 12";
    private static final String ESTIMATE =
            "/v1/convert/estimate?inputCurrency=usdc-polygon&outputCurrency=IDR&inputAmount=";
    private static final String SELL_100 =
            "{\"input\":{\"currency\":\"usdc-polygon\",\"amount\":100},\"output\":{\"currency\":\"IDR\"}";
    /// Fees of a conversion of 100 USDC, without an agreement.
    private static final String STANDARD = "9162.5";

    private String path() {
        return "/dashboard/operator/organizations/" + merchant.organizationId() + "/conversions";
    }

    private int post(Person operator, String pair, Map<String, String> terms) {
        var fields = new HashMap<>(Map.of("pair", pair, "reason", WHY));
        fields.putAll(terms);
        return operator.post(path(), fields).statusCode();
    }

    private void agree(Person operator, String flat, String percentage) {
        assertThat(post(operator, "USDC/IDR", Map.of("flat", flat, "percentage", percentage)))
                .isEqualTo(303);
    }

    private static JsonNode estimate(TestClient client) {
        return client.get(ESTIMATE + "100").expect(200).data();
    }

    private static BigDecimal fee(TestClient client) {
        return estimate(client).path("estimate").path("fee").decimalValue();
    }

    private BigDecimal converted(String more) {
        return merchant.client()
                .post("/v1/convert", SELL_100 + more + "}")
                .expect(201)
                .data()
                .path("result")
                .path("fee")
                .decimalValue();
    }

    @Test
    void estimates_and_conversions_cost_what_was_agreed_upon_and_those_of_others_do_not() {
        agree(person(Role.OPERATOR), "1000", "0.1");
        assertThat(fee(merchant.client())).isEqualByComparingTo("2665");
        var before = merchant.available("IDR");
        assertThat(converted("")).isEqualByComparingTo("2665");
        assertThat(merchant.available("IDR").subtract(before)).isEqualByComparingTo("1662335");
        try (var other = Merchant.at(service)) {
            assertThat(fee(other.client())).isEqualByComparingTo(STANDARD);
        }
    }

    @Test
    void a_quote_keeps_the_terms_it_was_given_at() {
        var operator = person(Role.OPERATOR);
        var dear = text(estimate(merchant.client()), "quoteId");
        agree(operator, "0", "0");
        var free = text(estimate(merchant.client()), "quoteId");
        assertThat(operator.post(path() + "/end", Map.of("pair", "USDC/IDR", "reason", "It is over"))
                        .statusCode())
                .isEqualTo(303);
        agree(operator, "5000", "1");
        assertThat(converted(",\"quoteId\":\"" + dear + "\"")).isEqualByComparingTo(STANDARD);
        assertThat(converted(",\"quoteId\":\"" + free + "\"")).isZero();
        assertThat(converted("")).isEqualByComparingTo("21650");
    }

    @Test
    void more_than_was_agreed_upon_at_once_is_refused() {
        assertThat(post(person(Role.OPERATOR), "USDC/IDR", Map.of("max", "150")))
                .isEqualTo(303);
        merchant.client().get(ESTIMATE + "150").expect(200);
        var refused = merchant.client().get(ESTIMATE + "150.1").expect(400);
        assertThat(text(refused.json().path("details").get(0), "field")).isEqualTo("inputAmount");
        assertThat(refused.text()).contains("150 USDC");
        assertThat(fee(merchant.client())).isEqualByComparingTo(STANDARD);
    }

    @Test
    void the_audit_log_tells_what_was_and_what_is_and_payouts_terms_are_others() {
        var operator = person(Role.OPERATOR);
        agree(operator, "7", "1");
        assertThat(post(operator, "USDC/IDR", Map.of("flat", "8", "percentage", "0", "confirmed", "7 + 1 to 8 + 0")))
                .isEqualTo(303);
        assertThat(deeds(operator.user().organizationId(), 2).stream()
                        .map(Entry::fields)
                        .toList())
                .extracting(fields -> fields.get("before.fee") + " > " + fields.get("flat") + " " + fields.get("pair"))
                .containsExactly("7 + 1% > 8 USDC/IDR", "standard > 7 USDC/IDR");
        assertThat(operator.get(path().replace("conversions", "terms")).body())
                .contains("It uses the default fees and limits.");
    }

    @ParameterizedTest
    @CsvSource({
        "USDC/XXX, 1, 1, '', pair-wrong",
        "USDC, 1, 1, '', pair-wrong",
        "'', 1, 1, '', pair-wrong",
        "USDC/IDR, 0.001, 1, '', flat-wrong",
        "USDC/IDR, -1, 1, '', flat-wrong",
        "USDC/IDR, 1, 100, '', percentage-wrong",
        "USDC/IDR, 1, '', '', percentage-wrong",
        "USDC/IDR, '', 1, '', flat-wrong",
        "USDC/IDR, '', '', '', flat-wrong",
        "USDC/IDR, '', '', 0, max-wrong",
        "USDC/IDR, '', '', 100.1234567, max-wrong",
        "USDC/IDR, '', '', many, max-wrong"
    })
    void what_is_wrong_is_said_at_its_field_and_changes_nothing(
            String pair, String flat, String percentage, String max, String wrong) {
        var operator = person(Role.OPERATOR);
        var terms = Map.of("pair", pair, "flat", flat, "percentage", percentage, "max", max, "reason", WHY);
        var answer = operator.post(path(), terms);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("id=\"" + wrong + "\"", "It converts at the default fees");
        for (var none : List.of("USDC/IDR", "USDC", "x/y")) {
            assertThat(operator.post(path() + "/end", Map.of("pair", none, "reason", WHY))
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"OWNER", "ADMIN", "MAKER", "DEVELOPER", "VIEWER", "CHECKER"})
    void nobody_else_sees_or_sets_them(Role role) {
        var somebody = person(role);
        assertThat(somebody.get(path()).statusCode()).isEqualTo(403);
        for (var form : List.of("", "/end")) {
            assertThat(somebody.postAsIs(path() + form, Map.of("pair", "USDC/IDR", "reason", WHY))
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void fees_are_set_and_ended_in_a_browser(int width) {
        try (var page = window(person(Role.OPERATOR), width)) {
            page.onDialog(Dialog::accept);
            page.navigate(path().replace("/conversions", ""));
            page.click("a[href$='/conversions']");
            assertWellMade(page);
            page.selectOption("#pair", "USDC/IDR");
            page.fill("#flat", "1500");
            page.fill("#reason-terms", WHY);
            page.click("form[action$='/conversions'] button");
            page.waitForSelector("#percentage-wrong");
            assertThat(page.inputValue("#flat")).isEqualTo("1500");
            assertThat(page.inputValue("#pair")).isEqualTo("USDC/IDR");
            complaints.clear(); // the browser tells of the status 400 of a form with a mistake
            assertWellMade(page);
            page.fill("#percentage", "0.5");
            page.fill("#reason-terms", WHY);
            page.click("form[action$='/conversions'] button");
            page.waitForSelector("table >> text=1,500");
            assertWellMade(page);
            assertThat(page.locator("table tbody td:not([data-label])").count()).isZero();
            page.fill("#reason-CONVERSION-USDC-IDR", "It is over");
            page.click("form[action$='/end'] button");
            page.waitForSelector("text=It converts at the default fees");
        }
    }

    @Test
    void another_node_follows() {
        try (var node = service.sibling()) {
            var there = merchant.elsewhere(node);
            agree(person(Role.OPERATOR), "3", "0");
            Eventually.await(
                    Duration.ofSeconds(30),
                    "the fee at the other node",
                    () -> fee(there),
                    fee -> fee.compareTo(new BigDecimal(3)) == 0);
        }
    }
}
