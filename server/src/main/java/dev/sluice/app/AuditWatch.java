package dev.sluice.app;

import dev.sluice.audit.Audits;
import dev.sluice.audit.StrayEntries;
import dev.sluice.merchant.Organizations;
import dev.sluice.notification.Kind;
import dev.sluice.notification.Notifications;
import dev.sluice.notification.Subject;
import java.util.List;

/// Scans the audit log for rows that belong to no chain, and notifies operators: once, and again if there are more.
final class AuditWatch {
    private final Audits audits;
    private final Notifications notifications;
    private final Organizations organizations;

    AuditWatch(Audits audits, Notifications notifications, Organizations organizations) {
        this.organizations = organizations;
        this.audits = audits;
        this.notifications = notifications;
    }

    /// Scans once; always returns false.
    boolean step() {
        audits.watch((tx, strays) -> notifications.report(tx, Kind.AUDIT_FAULT, List.of(subject(strays))));
        return false;
    }

    private Subject subject(StrayEntries strays) {
        var id = strays.organizationId();
        var reason = strays.reason().name();
        return organizations
                .find(id)
                .map(organization -> new Subject(id.toString(), null, null, organization.name(), reason))
                .orElseGet(() -> new Subject(id.toString(), null, null, reason));
    }
}
