package dev.sluice;

import dev.sluice.audit.Audits;
import dev.sluice.audit.Stray;
import dev.sluice.notice.Kind;
import dev.sluice.notice.Notices;
import dev.sluice.notice.Subject;
import java.util.List;

/// Scans the audit log for rows that belong to no chain, and notifies operators: once, and again if there are more.
final class AuditWatch {
    private final Audits audits;
    private final Notices notices;

    AuditWatch(Audits audits, Notices notices) {
        this.audits = audits;
        this.notices = notices;
    }

    /// Scans once; always returns false.
    boolean step() {
        audits.watch((tx, stray) -> notices.report(tx, Kind.AUDIT_FAULT, List.of(subject(stray))));
        return false;
    }

    private static Subject subject(Stray stray) {
        return new Subject(
                stray.organizationId().toString(), null, null, stray.why().name());
    }
}
