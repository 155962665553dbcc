package dev.sluice.operator;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.TestClient;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Conversion fees for all organizations. Each test has its own pair, because a fee applies to the whole service.
@Tag("slow")
class PairFeesTest extends DashboardTest {
    private static final String PAIRS = "/dashboard/operator/prices/pairs";
    private static final String WHY = "The desk pays more";

    private static Map<String, String> fee(String flat, String percentage) {
        return Map.of("flat", flat, "percentage", percentage, "reason", WHY);
    }

    private static void set(Person operator, String pair, String flat, String percentage) {
        assertThat(LargeChangeTest.surely(operator, PAIRS + "/" + pair, fee(flat, percentage)))
                .isEqualTo(303);
    }

    private static JsonNode estimate(TestClient client, String currency) {
        var path = "/v1/convert/estimate?inputCurrency=usdc-polygon&outputCurrency=" + currency + "&inputAmount=100";
        return client.get(path).expect(200).data();
    }

    private static BigDecimal feeOf(TestClient client, String currency) {
        return estimate(client, currency).path("estimate").path("fee").decimalValue();
    }

    private BigDecimal converted(String currency, String more) {
        return merchant.client()
                .post(
                        "/v1/convert",
                        "{\"input\":{\"currency\":\"usdc-polygon\",\"amount\":100},\"output\":{\"currency\":\""
                                + currency + "\"}" + more + "}")
                .expect(201)
                .data()
                .path("result")
                .path("fee")
                .decimalValue();
    }

    @Test
    void estimates_and_conversions_have_the_new_fee_at_once_and_a_quote_keeps_its_own() {
        var operator = person(Role.OPERATOR);
        set(operator, "USDC/IDR", "1000", "0");
        var quote = text(estimate(merchant.client(), "IDR"), "quoteId");
        set(operator, "USDC/IDR", "2500.5", "0");
        assertThat(feeOf(merchant.client(), "IDR")).isEqualByComparingTo("2500.5");
        assertThat(converted("IDR", "")).isEqualByComparingTo("2500.5");
        assertThat(converted("IDR", ",\"quoteId\":\"" + quote + "\"")).isEqualByComparingTo("1000");
        assertThat(operator.get(PAIRS).body()).containsPattern(">USDC/IDR<[^~]*?2,500.5[^~]*?>USDC/PHP<");
    }

    @Test
    void an_organization_with_a_fee_of_its_own_keeps_it() {
        var operator = person(Role.OPERATOR);
        var terms = "/dashboard/operator/organizations/" + merchant.organizationId() + "/conversions";
        var own = Map.of("pair", "USDC/PHP", "flat", "3", "percentage", "0", "reason", "Contract 12");
        assertThat(operator.post(terms, own).statusCode()).isEqualTo(303);
        set(operator, "USDC/PHP", "40", "0");
        assertThat(feeOf(merchant.client(), "PHP")).isEqualByComparingTo("3");
        assertThat(operator.post(terms + "/end", Map.of("pair", "USDC/PHP", "reason", "It is over"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(feeOf(merchant.client(), "PHP")).isEqualByComparingTo("40");
    }

    @Test
    void another_node_follows() {
        try (var node = service.sibling()) {
            var there = merchant.elsewhere(node);
            set(person(Role.OPERATOR), "USDC/SGD", "0.75", "0");
            Eventually.await(
                    Duration.ofSeconds(30),
                    "the fee at the other node",
                    () -> feeOf(there, "SGD"),
                    fee -> fee.compareTo(new BigDecimal("0.75")) == 0);
        }
    }

    @Test
    void the_audit_log_has_the_fee_before_and_why_it_was_changed() {
        var operator = person(Role.OPERATOR);
        set(operator, "USDC/EUR", "0.5", "1");
        set(operator, "USDC/EUR", "0.7", "2");
        var entry = deeds(merchant.organizationId(), 1).getFirst();
        assertThat(entry.action().action()).isEqualTo("operator/prices/pairs/{symbol}/{currency}");
        assertThat(entry.isDone()).isTrue();
        assertThat(entry.fields())
                .containsEntry("path.symbol", "USDC")
                .containsEntry("path.currency", "EUR")
                .containsEntry("before.fee", "0.5 + 1%")
                .containsEntry("flat", "0.7")
                .containsEntry("percentage", "2")
                .containsEntry("reason", WHY);
    }

    @ParameterizedTest
    @CsvSource({
        "0.001, 0, flat-wrong",
        "-1, 0, flat-wrong",
        "'', 0, flat-wrong",
        "much, 0, flat-wrong",
        "1, 100, percentage-wrong",
        "1, -1, percentage-wrong",
        "1, '', percentage-wrong"
    })
    void what_is_wrong_is_said_at_its_field_and_changes_nothing(String flat, String percentage, String wrong) {
        var operator = person(Role.OPERATOR);
        var before = feeOf(merchant.client(), "MYR");
        var answer = operator.post(PAIRS + "/USDC/MYR", fee(flat, percentage));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("id=\"" + wrong + "\"");
        assertThat(feeOf(merchant.client(), "MYR")).isEqualByComparingTo(before);
    }

    @Test
    void without_a_reason_nothing_is_set_and_there_are_no_other_pairs() {
        var operator = person(Role.OPERATOR);
        var unsaid = operator.post(PAIRS + "/USDC/THB", Map.of("flat", "1", "percentage", "0"));
        assertThat(unsaid.statusCode()).isEqualTo(400);
        assertThat(unsaid.body()).contains("value=\"1\"", "Enter a reason");
        for (var none : List.of("USDC/XXX", "XXX/IDR", "USDC/idr")) {
            assertThat(operator.get(PAIRS + "/" + none).statusCode()).isEqualTo(404);
            assertThat(operator.post(PAIRS + "/" + none, fee("1", "0")).statusCode())
                    .isEqualTo(404);
        }
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_fee_is_set_in_a_browser_and_asked_about_once_more(int width) {
        try (var page = window(person(Role.OPERATOR), width)) {
            page.navigate("/dashboard/operator/prices");
            page.click("a[href$='/prices/pairs']");
            assertWellMade(page);
            assertThat(page.locator("table tbody td:not([data-label])").count()).isZero();
            page.click("a[href$='/USDT/KES']");
            assertWellMade(page);
            page.fill("#flat", String.valueOf(width));
            page.fill("#percentage", "1.25");
            page.fill("#reason-fee", WHY);
            page.click("form[action$='/USDT/KES'] button");
            page.waitForSelector("#confirmed-wrong");
            assertThat(page.inputValue("#percentage")).isEqualTo("1.25");
            complaints.clear(); // the browser tells of the status 409 of a form that is asked about
            assertWellMade(page);
            page.check("input[name=confirmed]");
            page.fill("#reason-fee", WHY);
            page.click("form[action$='/USDT/KES'] button");
            page.waitForSelector("text=Fee of USDT/KES set.");
            assertThat(page.inputValue("#flat")).isEqualTo(width == 360 ? "360" : "1,280");
            assertWellMade(page);
        }
    }
}
