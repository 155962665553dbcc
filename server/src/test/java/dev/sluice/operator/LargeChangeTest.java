package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import dev.sluice.money.RelativeChange;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A large change of a fee requires a second confirmation.
class LargeChangeTest extends DashboardTest {
    private static final String METHODS = "/dashboard/operator/prices/methods/";

    private static final Pattern ANSWER = Pattern.compile("name=\"confirmed\" value=\"([^\"]+)\"");

    /// Sends a form, and confirms it if the page asks for a confirmation.
    static int surely(Person operator, String path, Map<String, String> form) {
        var answer = operator.post(path, form);
        var asked = ANSWER.matcher(answer.body());
        if (!asked.find()) {
            return answer.statusCode();
        }
        var again = new HashMap<>(form);
        again.put("confirmed", asked.group(1));
        return operator.post(path, again).statusCode();
    }

    private static Map<String, String> fee(String flat, String percentage) {
        return Map.of("flat", flat, "percentage", percentage, "reason", "Agreed with the desk");
    }

    private static int set(Person operator, String path, String flat, String percentage) {
        return operator.post(path, fee(flat, percentage)).statusCode();
    }

    /// Sends the terms, and confirms them.
    private static int surely(Person operator, String path, String flat, String percentage) {
        return surely(operator, path, fee(flat, percentage));
    }

    @ParameterizedTest
    @CsvSource({
        "100, 110, false",
        "100, 110.01, true",
        "100, 90, false",
        "100, 89.99, true",
        "1.0, 10, true",
        "0, 0, false",
        "0, 0.01, true",
        "5, 0, true"
    })
    void what_is_more_than_a_tenth_away_is_far(BigDecimal before, BigDecimal after, boolean far) {
        assertThat(RelativeChange.isFar(before, after)).isEqualTo(far);
    }

    @Test
    void a_slip_in_a_methods_fee_is_not_taken_without_a_word() {
        var operator = person(Role.OPERATOR);
        var method = METHODS + "deposit/IDR/OVO";
        assertThat(surely(operator, method + "/fee", "0", "1.0")).isEqualTo(303);
        var mistaken = operator.post(
                method + "/fee", Map.of("flat", "0", "percentage", "10", "reason", "Agreed with the desk"));
        assertThat(mistaken.statusCode()).isEqualTo(409);
        assertThat(mistaken.body())
                .contains("The current value is 0\u00a0IDR + 1\u00a0%. 0\u00a0IDR + 10\u00a0% differs from it")
                .containsPattern("name=\"percentage\"[^>]* value=\"10\"")
                .containsPattern("type=\"checkbox\" name=\"confirmed\"[^>]* required")
                .containsPattern("id=\"reason-fee\"[^>]* value=\"Agreed with the desk\"");
        assertThat(operator.get(method).body()).containsPattern("name=\"percentage\"[^>]* value=\"1\"");
        assertThat(set(operator, method + "/fee", "0", "1.1")).as("a tenth").isEqualTo(303);
        assertThat(set(operator, method + "/fee", "50", "1.1"))
                .as("the flat part")
                .isEqualTo(409);
        assertThat(surely(operator, method + "/fee", "0", "10")).isEqualTo(303);
        assertThat(operator.get(method).body()).containsPattern("name=\"percentage\"[^>]* value=\"10\"");
    }

    @Test
    void who_is_sure_of_one_fee_is_asked_about_another() {
        var operator = person(Role.OPERATOR);
        var path = METHODS + "deposit/IDR/DANA/fee";
        assertThat(surely(operator, path, "0", "1")).isEqualTo(303);
        var form = new HashMap<>(fee("0", "50"));
        form.put("confirmed", "0 + 1 to 0 + 10");
        var response = operator.post(path, form);
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.body()).contains("name=\"confirmed\" value=\"0 + 1 to 0 + 50\"");
        form.put("percentage", "10");
        assertThat(operator.post(path, form).statusCode()).isEqualTo(303);
        form.put("percentage", "1");
        assertThat(operator.post(path, form).statusCode())
                .as("something else stands there by now")
                .isEqualTo(409);
    }

    @Test
    void all_that_is_wrong_with_a_fee_is_said_at_once() {
        var path = METHODS + "deposit/IDR/DANA/fee";
        var answer = person(Role.OPERATOR).post(path, fee("many", "100"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("id=\"flat-wrong\"", "id=\"percentage-wrong\"")
                .containsPattern("id=\"reason-fee\"[^>]* value=\"Agreed with the desk\"");
    }

    @Test
    void what_a_method_cost_before_is_written_down() {
        var operator = person(Role.OPERATOR);
        var path = METHODS + "deposit/IDR/QRIS/fee";
        surely(operator, path, "100", "1");
        surely(operator, path, "200", "2");
        var entry = deeds(operator.user().organizationId(), 1).getFirst();
        assertThat(entry.isDone()).isTrue();
        assertThat(entry.action().subject()).isEqualTo("QRIS");
        assertThat(entry.fields())
                .containsEntry("before.fee", "100 + 1%")
                .containsEntry("before.state", "on")
                .containsEntry("flat", "200")
                .containsEntry("path.kind", "deposit")
                .containsEntry("path.currency", "IDR");
    }

    @Test
    void fees_that_were_agreed_upon_leap_no_further() {
        var operator = person(Role.OPERATOR);
        var organization = "/dashboard/operator/organizations/" + merchant.organizationId();
        var terms = Map.of("kind", "PAYOUT", "asset", "IDR", "method", "014", "reason", "Contract 12");
        var conversion = Map.of("pair", "USDC/IDR", "reason", "Contract 12");
        var forms = Map.of(organization + "/terms", terms, organization + "/conversions", conversion);
        for (var each : forms.entrySet()) {
            var form = new HashMap<>(each.getValue());
            form.putAll(Map.of("flat", "0", "percentage", "1"));
            assertThat(operator.post(each.getKey(), form).statusCode())
                    .as("the first departs from everybody's on purpose")
                    .isEqualTo(303);
            form.put("percentage", "10");
            var mistaken = operator.post(each.getKey(), form);
            assertThat(mistaken.statusCode()).isEqualTo(409);
            assertThat(mistaken.body())
                    .contains("The current value is ")
                    .containsPattern("name=\"percentage\"[^>]* value=\"10\"")
                    .containsPattern("id=\"reason-terms\"[^>]* value=\"Contract 12\"");
            form.put("confirmed", "0 + 1 to 0 + 10");
            assertThat(operator.post(each.getKey(), form).statusCode()).isEqualTo(303);
        }
    }
}
