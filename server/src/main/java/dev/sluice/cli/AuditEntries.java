package dev.sluice.cli;

import dev.sluice.audit.AuditAction;
import dev.sluice.audit.Audits;
import dev.sluice.change.OwnerMail;
import dev.sluice.db.Tx;
import dev.sluice.merchant.Role;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Audit log entries of commands on one organization, or on all. The command line has no proof of identity: the actor
/// is anyone with access to the database, and the log adds the system's user name.
final class AuditEntries {
    private static final UUID NOBODY = new UUID(0, 0);
    private static final String NAME = "command line";
    private static final String ADDRESS = "local";
    private static final int DONE = 200;
    private static final int REFUSED = 400;
    private static final int FAILED = 500;

    /// Same limit as for reasons at the dashboard.
    static final int REASON_LENGTH_MAX = 500;

    private static final Set<String> NOTIFIES_OWNERS = Set.of(
            "admin/client/create",
            "admin/client/rotate",
            "admin/client/allow",
            "admin/key/create",
            "admin/key/allow",
            "admin/switch");

    private final Audits audits;
    private final OwnerMail owners;
    private final Supplier<Instant> now;
    private final String systemUser;
    private final String reason;

    /// @param now real time
    /// @param reason empty where none was given
    AuditEntries(Audits audits, OwnerMail owners, Supplier<Instant> now, String systemUser, String reason) {
        this.audits = audits;
        this.owners = owners;
        this.now = now;
        this.systemUser = systemUser;
        this.reason = reason;
    }

    /// Returns the reason; empty if none was given.
    String reason() {
        return reason;
    }

    /// @param action name of the action, such as `admin/key/revoke`
    /// @param subject object of the action
    /// @param fields parameters without secrets, and the former values
    record What(String action, @Nullable String subject, Map<String, String> fields) {}

    /// Runs an action on an organization, between the halves of its entry. Owners get a mail about a change of
    /// permissions.
    <T> T run(UUID organizationId, What what, Supplier<T> work) {
        var action = action(organizationId, what);
        var done = audits.run(
                action, work::get, _ -> DONE, failed -> failed instanceof IllegalArgumentException ? REFUSED : FAILED);
        if (NOTIFIES_OWNERS.contains(what.action())) {
            var by = NAME + " (" + systemUser + ")";
            var values = new TreeMap<>(action.fields());
            owners.send(new OwnerMail.CompletedChange(
                    organizationId, by, what.action(), values, now.get(), ADDRESS, Optional.empty(), null));
        }
        return done;
    }

    void run(UUID organizationId, What what, Runnable work) {
        run(organizationId, what, () -> {
            work.run();
            return true;
        });
    }

    /// Records an action in the same transaction.
    void record(Tx tx, UUID organizationId, What what) {
        audits.record(tx, action(organizationId, what), DONE);
    }

    /// Seals chains of the audit log whose seals somebody removed; each log records the action.
    Audits.Sealing seal() {
        return audits.seal((tx, end) -> {
            var fields = Map.of("position", String.valueOf(end.position()), "hash", end.hash());
            record(tx, end.organizationId(), new What("admin/audit/seal", null, fields));
        });
    }

    private AuditAction action(UUID organizationId, What what) {
        var fields = new TreeMap<>(what.fields());
        fields.put("systemUser", systemUser);
        if (!reason.isEmpty()) {
            fields.put("reason", reason);
        }
        var actor = new AuditAction.Actor(organizationId, NOBODY, NAME, Role.OPERATOR.name(), ADDRESS);
        return new AuditAction(actor, what.action(), what.subject(), fields);
    }
}
