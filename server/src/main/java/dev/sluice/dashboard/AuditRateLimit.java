package dev.sluice.dashboard;

import dev.sluice.audit.AuditAction;
import dev.sluice.auth.Quota;
import dev.sluice.auth.RateLimit;
import dev.sluice.refusal.Refusal;
import java.time.Duration;
import java.util.UUID;

/// Rate limit on a user's audit entries. Each entry is stored forever, including those of refused forms, and no one
/// sends as many forms by hand.
final class AuditRateLimit {
    private static final RateLimit OF_PERSON = new RateLimit(10, Duration.ofMinutes(1), 1_000);

    private final Quota<UUID> quota = new Quota<>("audit-entries");

    /// Counts an entry against its user's limit before it is written.
    ///
    /// @throws dev.sluice.refusal.Refused `RATE_LIMITED`
    AuditAction counted(AuditAction action) {
        if (!quota.tryConsume(action.actor().id(), OF_PERSON)) {
            throw Refusal.RATE_LIMITED.refused();
        }
        return action;
    }
}
