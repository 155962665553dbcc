package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.notification.Notifications;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Operators are notified of rows of the audit log that no node wrote: once, with the organization of the log.
@Tag("slow")
class AuditWatchTest extends DashboardTest {
    private static AuditWatch watch() {
        return new AuditWatch(
                audits(),
                Notifications.wire(service.connections(), service.vault(), service.clocks()),
                Organizations.wire(service.connections(), service.clocks()));
    }

    private static void plant(UUID organizationId) {
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate("""
                        INSERT INTO audit_entry (organization_id, id, begun_at, actor_id, actor_name, actor_role,
                            address, action, sealed, mac)
                        VALUES (:organization, :organization, '2999-01-01', :organization, 'Rani', 'STRANGER', '-',
                            'planted', 'x', sha256('x'))
                        """)
                        .bind("organization", organizationId)
                        .execute());
    }

    private int told(String operators) {
        var name = Organizations.wire(service.connections(), service.clocks())
                .get(merchant.organizationId())
                .name();
        return (int) Pattern.compile(name + "\\S* · not written by a node, or changed")
                .matcher(operators)
                .results()
                .count();
    }

    @Test
    void a_row_that_no_node_wrote_is_told_once_and_leads_to_its_organization() {
        var operator = person(Role.OPERATOR);
        assertThat(watch().step()).isFalse();
        assertThat(told(operator.get("/dashboard/notifications").body())).isZero();
        plant(merchant.organizationId());
        watch().step();
        Eventually.within(
                Duration.ofMinutes(1),
                "operators are told",
                () -> told(operator.get("/dashboard/notifications").body()) == 1);
        var path = "/dashboard/operator/organizations/" + merchant.organizationId();
        assertThat(operator.get("/dashboard/notifications").body()).contains("Audit log faults: ", path);
        assertThat(operator.get(path).statusCode()).isEqualTo(200);
        watch().step();
        assertThat(service.connections()
                        .<Long>read(handle -> handle.createQuery("SELECT count(*) FROM notification_report")
                                .mapTo(Long.class)
                                .one()))
                .as("is not told again")
                .isZero();
        assertThat(told(operator.get("/dashboard/notifications").body())).isEqualTo(1);
    }
}
