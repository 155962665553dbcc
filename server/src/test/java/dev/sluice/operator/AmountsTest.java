package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Limits for all organizations on one payment. Each test has its own method, token or pair, because the limits apply
/// to the whole service.
class AmountsTest extends DashboardTest {
    private static final String PRICES = "/dashboard/operator/prices";
    private static final String WHY = "The bank has a new limit";

    private static Map<String, String> limits(String least, String most) {
        return Map.of("min", least, "max", most, "reason", WHY);
    }

    private static void set(Person operator, String path, String least, String most) {
        assertThat(LargeChangeTest.surely(operator, PRICES + path + "/limits", limits(least, most)))
                .isEqualTo(303);
    }

    private JsonNode listed(String path, String field, String code) {
        for (var each : merchant.client().get(path).expect(200).data()) {
            if (each.path(field).stringValue("").equals(code)) {
                return each;
            }
        }
        throw new AssertionError(code + " is not in " + path);
    }

    @Test
    void a_methods_limits_hold_at_once_and_the_audit_log_has_those_before() {
        var operator = person(Role.OPERATOR);
        var path = "/methods/deposit/IDR/SHOPEEPAY";
        set(operator, path, "20000", "1000000");
        set(operator, path, "25,000", "1,050,000");
        var listed = listed("/v1/deposit/payment-method?currency=IDR", "bankCode", "SHOPEEPAY");
        assertThat(listed.path("minimumAmount").decimalValue()).isEqualByComparingTo("25000");
        assertThat(listed.path("maximumAmount").decimalValue()).isEqualByComparingTo("1050000");
        assertThat(operator.get(PRICES + path).body())
                .containsPattern("name=\"min\"[^>]* value=\"25,000\"")
                .containsPattern("name=\"max\"[^>]* value=\"1,050,000\"");
        var entry = deeds(merchant.organizationId(), 1).getFirst();
        assertThat(entry.action().action()).isEqualTo("operator/prices/methods/{kind}/{currency}/{code}/limits");
        assertThat(entry.fields())
                .containsEntry("before.limits", "20000 to 1000000")
                .containsEntry("min", "25000")
                .containsEntry("reason", WHY);
    }

    @Test
    void limits_far_from_those_before_are_asked_about_in_their_own_form() {
        var operator = person(Role.OPERATOR);
        var path = PRICES + "/methods/payout/IDR/014";
        var mistaken = operator.post(path + "/limits", limits("10000", "50"));
        assertThat(mistaken.statusCode()).isEqualTo(400);
        assertThat(mistaken.body()).contains("id=\"max-wrong\"", "not below the minimum");
        mistaken = operator.post(path + "/limits", limits("9", "10"));
        assertThat(mistaken.statusCode()).isEqualTo(409);
        assertThat(mistaken.body())
                .contains("id=\"confirmed-limits-wrong\"", "10\u00a0IDR differs from it by more than 10 %.")
                .containsPattern("id=\"reason-limits\"[^>]* value=\"" + WHY + "\"")
                .containsPattern("id=\"reason-fee\"[^>]* value=\"\"")
                .doesNotContain("id=\"confirmed-wrong\"");
    }

    @Test
    void all_that_is_wrong_with_limits_is_said_at_once_and_the_reason_stays() {
        var path = PRICES + "/methods/payout/IDR/014/limits";
        var answer = person(Role.OPERATOR).post(path, limits("0", "many"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("id=\"min-wrong\"", "id=\"max-wrong\"")
                .containsPattern("id=\"reason-limits\"[^>]* value=\"" + WHY + "\"");
    }

    @Test
    void a_tokens_limits_of_payouts_are_not_those_of_its_deposits() {
        var operator = person(Role.OPERATOR);
        set(operator, "/assets/usdt-polygon/fees/payout", "3.5", "2000");
        set(operator, "/assets/usdt-polygon/fees/deposit", "4", "3000.000001");
        var payout = operator.get(PRICES + "/assets/usdt-polygon/fees/payout").body();
        var deposit = operator.get(PRICES + "/assets/usdt-polygon/fees/deposit").body();
        assertThat(payout).containsPattern("name=\"min\"[^>]* value=\"3.50\"");
        assertThat(deposit).containsPattern("name=\"max\"[^>]* value=\"3,000.000001\"");
    }

    @Test
    void a_pairs_limits_are_in_the_token_and_hold_for_what_is_converted_next() {
        var operator = person(Role.OPERATOR);
        set(operator, "/pairs/USDC/VND", "50", "60");
        var estimate = "/v1/convert/estimate?inputCurrency=usdc-polygon&outputCurrency=VND&inputAmount=";
        assertThat(merchant.client().get(estimate + "49.99").status()).isEqualTo(400);
        assertThat(merchant.client().get(estimate + "60").status()).isEqualTo(200);
        assertThat(merchant.client().get(estimate + "60.000001").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 5, min-wrong",
        "-1, 5, min-wrong",
        "'', 5, min-wrong",
        "much, 5, min-wrong",
        "1.005, 5, min-wrong",
        "1, '', max-wrong",
        "1, 5.005, max-wrong",
        "2, 1.99, max-wrong"
    })
    void what_is_wrong_is_said_at_its_field_and_changes_nothing(String least, String most, String wrong) {
        var operator = person(Role.OPERATOR);
        var path = PRICES + "/methods/payout/SGD/" + firstOf("SGD");
        var before = operator.get(path).body();
        var answer = operator.post(path + "/limits", limits(least, most));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("id=\"" + wrong + "\"");
        assertThat(value(operator.get(path).body(), "min")).isEqualTo(value(before, "min"));
    }

    private String firstOf(String currency) {
        return merchant.client()
                .get("/v1/disbursement/fiat/payment-method?currency=" + currency)
                .expect(200)
                .data()
                .get(0)
                .path("bankCode")
                .stringValue();
    }

    private static String value(String page, String field) {
        var from = page.indexOf("name=\"" + field + "\"");
        var at = page.indexOf("value=\"", from) + "value=\"".length();
        return page.substring(at, page.indexOf('"', at));
    }
}
