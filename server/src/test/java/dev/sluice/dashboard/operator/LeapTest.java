package dev.sluice.dashboard.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A fee that is set far from the one before is asked about once more.
class LeapTest extends DashboardTest {
    private static final String METHODS = "/dashboard/operator/prices/methods/";

    private static int set(Person operator, String path, String flat, String percentage, String... sure) {
        var form = new HashMap<>(Map.of("flat", flat, "percentage", percentage, "reason", "Agreed with the desk"));
        List.of(sure).forEach(each -> form.put("sure", each));
        return operator.post(path, form).statusCode();
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
        assertThat(Leap.isFar(before, after)).isEqualTo(far);
    }

    @Test
    void a_slip_in_a_methods_fee_is_not_taken_without_a_word() {
        var operator = person(Role.OPERATOR);
        var method = METHODS + "deposit/IDR/OVO";
        assertThat(set(operator, method + "/fee", "0", "1.0", "on")).isEqualTo(303);
        var slip = operator.post(
                method + "/fee", Map.of("flat", "0", "percentage", "10", "reason", "Agreed with the desk"));
        assertThat(slip.statusCode()).isEqualTo(409);
        assertThat(slip.body())
                .contains("It was 0\u00a0IDR + 1\u00a0% until now: 0\u00a0IDR + 10\u00a0% is far from that.")
                .containsPattern("name=\"percentage\"[^>]* value=\"10\"")
                .containsPattern("type=\"checkbox\" name=\"sure\"[^>]* required");
        assertThat(operator.get(method).body()).containsPattern("name=\"percentage\"[^>]* value=\"1\"");
        assertThat(set(operator, method + "/fee", "0", "1.1")).as("a tenth").isEqualTo(303);
        assertThat(set(operator, method + "/fee", "50", "1.1"))
                .as("the flat part")
                .isEqualTo(409);
        assertThat(set(operator, method + "/fee", "0", "10", "on")).isEqualTo(303);
        assertThat(operator.get(method).body()).containsPattern("name=\"percentage\"[^>]* value=\"10\"");
    }

    @Test
    void what_a_method_cost_before_is_written_down() {
        var operator = person(Role.OPERATOR);
        var path = METHODS + "deposit/IDR/QRIS/fee";
        set(operator, path, "100", "1", "on");
        set(operator, path, "200", "2", "on");
        var entry = deeds(operator.user().organizationId(), 1).getFirst();
        assertThat(entry.isDone()).isTrue();
        assertThat(entry.deed().subject()).isEqualTo("QRIS");
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
            var slip = operator.post(each.getKey(), form);
            assertThat(slip.statusCode()).isEqualTo(409);
            assertThat(slip.body()).contains("until now: ").containsPattern("name=\"percentage\"[^>]* value=\"10\"");
            form.put("sure", "on");
            assertThat(operator.post(each.getKey(), form).statusCode()).isEqualTo(303);
        }
    }
}
