package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import org.junit.jupiter.api.Test;

/// Page of a healthy rail.
class RailHealthTest extends DashboardTest {
    private static final String UNKNOWN_FOR_AN_HOUR = "9999000023";

    @Test
    void a_payout_of_which_nobody_can_tell_is_no_failure_of_its_rail() {
        merchant.awaitDetail(merchant.paid(UNKNOWN_FOR_AN_HOUR, "10000"), "unknown");
        var operator = person(Role.OPERATOR);
        assertThat(operator.get("/dashboard/operator/rails/sandbox").body())
                .containsPattern("Failures</dt><dd[^>]*>\\s*0 of [1-9]")
                .contains("Outcome unknown: ")
                .doesNotContain("The bank does not know yet");
        try (var page = window(operator, 360)) {
            page.navigate("/dashboard/operator/rails");
            page.waitForSelector("text=Outcome unknown");
            assertWellMade(page);
        }
    }
}
