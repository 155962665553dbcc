package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Switches of an organization, changed by operators at several nodes.
class SwitchTest extends DashboardTest {
    private static final String WHY = "Asked for by mail";

    private String path() {
        return "/dashboard/operator/organizations/" + merchant.organizationId();
    }

    private int freeze(Person operator, String state) {
        var form = Map.of("switch", "frozen", "state", state, "reason", WHY);
        return operator.post(path() + "/switch", form).statusCode();
    }

    private static String of(String which, String state) {
        return ">" + which + "</td><td[^>]*>[^<]*</td><td[^>]*><span[^>]*><span[^>]*></span>" + state + "<";
    }

    @Test
    void a_form_that_does_not_say_which_state_is_wanted_turns_nothing() {
        var operator = person(Role.OPERATOR);
        var forms = Map.of(
                "/switch", Map.of("switch", "conversion", "reason", WHY),
                "/conversion", Map.of("pair", "USDC/IDR", "reason", WHY));
        for (var each : forms.entrySet()) {
            for (var state : List.of("", "ON", "maybe")) {
                var form = new HashMap<>(each.getValue());
                form.put("state", state);
                var answer = operator.post(path() + each.getKey(), form);
                assertThat(answer.statusCode()).as(each.getKey() + state).isEqualTo(400);
                assertThat(answer.body()).contains("Choose on or off.");
            }
        }
        assertThat(operator.get(path()).body())
                .containsPattern(of("conversion", "On"))
                .doesNotContain("data-label=\"Switch\">USDC/IDR<");
    }

    /// A decision must not use a node's temporary cache of an organization.
    @Test
    void what_was_turned_at_another_node_is_seen_and_told_at_once() {
        var here = person(Role.OPERATOR);
        try (var node = service.sibling()) {
            var there = new Person(node.baseUrl(), here.user(), here.token());
            assertThat(there.get(path()).body()).containsPattern(of("frozen", "Off"));
            assertThat(freeze(here, "on")).isEqualTo(303);
            assertThat(there.get(path()).body()).containsPattern(of("frozen", "On"));
            assertThat(freeze(here, "off")).isEqualTo(303);
            assertThat(freeze(there, "on")).isEqualTo(303);
            assertThat(deeds(merchant.organizationId(), 1).getFirst().fields())
                    .containsEntry("before.state", "off")
                    .containsEntry("state", "on");
        }
    }

    @Test
    void so_is_a_rate_that_was_set_there() {
        var here = person(Role.OPERATOR);
        try (var node = service.sibling()) {
            var there = new Person(node.baseUrl(), here.user(), here.token());
            var rate = path() + "/limits/rate";
            var set = Map.of("requests", "7", "period", "MINUTE", "burst", "7", "reason", WHY);
            there.get(path() + "/limits");
            assertThat(here.post(rate, set).statusCode()).isEqualTo(303);
            var ended = there.post(rate + "/end", Map.of("reason", WHY));
            assertThat(ended.statusCode()).isEqualTo(303);
            assertThat(deeds(merchant.organizationId(), 1).getFirst().fields().get("before.rate"))
                    .isNotEqualTo("standard");
        }
    }

    @Test
    void so_are_terms_that_were_agreed_upon_there() {
        var here = person(Role.OPERATOR);
        try (var node = service.sibling()) {
            var there = new Person(node.baseUrl(), here.user(), here.token());
            var form = Map.of("kind", "PAYOUT", "asset", "IDR", "method", "014", "reason", WHY);
            var first = new HashMap<>(form);
            first.putAll(Map.of("flat", "5", "percentage", "0"));
            assertThat(here.post(path() + "/terms", first).statusCode()).isEqualTo(303);
            var second = new HashMap<>(form);
            second.putAll(Map.of("flat", "5.1", "percentage", "0"));
            assertThat(there.post(path() + "/terms", second).statusCode()).isEqualTo(303);
            assertThat(deeds(merchant.organizationId(), 1).getFirst().fields()).containsEntry("before.fee", "5 + 0%");
        }
    }
}
