package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Role;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests of the rate limit on a user's audit entries.
class AuditRateLimitTest extends DashboardTest {
    private static final int BY_HAND = 1_000;

    private final Route route = DashboardGuardTest.guard()
            .action(DashboardGuardTest.TEMPLATE, Permission.CREATE_PAYOUTS, context -> context.redirect("/dashboard"));

    private Answer send(Person person, String form) {
        var cookie = Map.of("Cookie", DashboardGuard.SESSION + "=" + person.token());
        return DashboardGuardTest.send(route, Map.of("id", "42"), person.user(), cookie, form);
    }

    @Test
    void who_sends_more_than_anybody_does_by_hand_is_refused_without_an_entry() {
        var viewer = person(Role.VIEWER);
        var form = DashboardGuardTest.with(viewer, "&number=");
        int number = 1;
        var answer = send(viewer, form + number);
        while (answer.status() == 403 && number < 5 * BY_HAND) {
            number++;
            answer = send(viewer, form + number);
        }
        assertThat(answer.status()).isEqualTo(429);
        assertThat(DashboardGuardTest.text(answer)).contains("Too many requests");
        assertThat(number).isGreaterThan(BY_HAND);
        assertThat(deeds(merchant.organizationId(), 1).getFirst().fields())
                .containsEntry("number", String.valueOf(number - 1));
        var owner = person(Role.OWNER);
        assertThat(send(owner, DashboardGuardTest.with(owner, "")).status()).isEqualTo(303);
    }
}
