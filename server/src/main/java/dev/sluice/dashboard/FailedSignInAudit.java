package dev.sluice.dashboard;

import dev.sluice.audit.Audits;
import dev.sluice.http.Request;
import dev.sluice.http.ThrottledLog;
import dev.sluice.merchant.User;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Records failed sign-ins: in the audit log if the user is known, otherwise in the service's log.
final class FailedSignInAudit {
    private static final String ACTION = "sign-in/refused";
    /// Minimum time between two entries of one person.
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(FailedSignInAudit.class);

    private final Audits audits;
    private final ThrottledLog throttledLog = new ThrottledLog();

    FailedSignInAudit(Audits audits) {
        this.audits = audits;
    }

    /// Runs in the background, so that the response takes as long for an unknown user. It keeps nothing of the
    /// request body, because the memory limit no longer counts that after the response.
    void note(Request request, String step, Supplier<Optional<User>> who) {
        var address = request.remoteAddress();
        var id = request.id();
        Thread.startVirtualThread(() -> {
            try {
                who.get()
                        .map(user -> AuditEntries.of(address, user, ACTION, Map.of("step", step)))
                        .ifPresentOrElse(
                                action -> audits.noteAtMost(action, 401, INTERVAL), () -> warn(address, step, id));
            } catch (RuntimeException failed) {
                LOG.error("audit entry of a failed sign-in not stored", failed);
            }
        });
    }

    private void warn(String address, String step, String id) {
        throttledLog.ifDue(untold -> LOG.warn(
                "failed dashboard sign-in from {}: unknown {}, request {}; {} similar lines suppressed",
                address,
                step.equals("password") ? "address" : step,
                id,
                untold));
    }
}
