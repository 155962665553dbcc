package dev.sluice.dashboard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Deed;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The log, as people see it.
class AuditPagesTest extends DashboardTest {
    @ParameterizedTest
    @ValueSource(ints = {360, 1280})
    void it_can_be_read_by_anybody(int width) {
        try (var window = window(person(Role.CHECKER), width)) {
            window.navigate("/dashboard/audit?action=x&from=2026-01-01");
            assertThat(window.locator("h1").textContent()).isEqualTo("Audit log");
            assertWellMade(window);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"MAKER", "DEVELOPER", "VIEWER", "OPERATOR"})
    void not_every_role_sees_it(Role role) {
        assertThat(person(role).get("/dashboard/audit").statusCode()).isEqualTo(403);
        assertThat(person(role).get("/dashboard/audit/export").statusCode()).isEqualTo(403);
    }

    @Test
    void what_operators_did_on_the_command_line_is_among_it_and_can_be_filtered() {
        var nobody = new UUID(0, 0);
        var actor = new Deed.Actor(merchant.organizationId(), nobody, "command line", Role.OPERATOR.name(), "local");
        audits().doing(
                        new Deed(actor, "admin/switch", null, Map.of("switch", "checkout", "systemUser", "ops")),
                        () -> true,
                        _ -> 200,
                        _ -> 500);
        var owner = person(Role.OWNER);
        assertThat(owner.get("/dashboard/audit").body()).contains("command line", "admin/switch", "local");
        assertThat(owner.get("/dashboard/audit?actor=" + nobody).body()).contains("admin/switch");
        assertThat(owner.get("/dashboard/audit?actor=" + UUID.randomUUID()).body())
                .doesNotContain("admin/switch");
    }

    @Test
    void it_is_exported() {
        var answer = person(Role.OWNER).get("/dashboard/audit/export");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/csv; charset=utf-8");
        assertThat(answer.body()).startsWith("position,time,person,");
    }

    @Test
    void days_that_are_none_filter_nothing() {
        assertThat(person(Role.OWNER)
                        .get("/dashboard/audit?from=yesterday&until=x&actor=y&page=0")
                        .statusCode())
                .isEqualTo(200);
    }
}
