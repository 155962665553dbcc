package dev.sluice.webhook.endpoint;

import dev.sluice.net.KeyedLimiter;
import dev.sluice.net.KeyedLimiter.Limits;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.UUID;

/// Limit on requests that wait for a host chosen by the organization: a few at once, since each may wait as long as
/// that host likes, in the place of another organization's request.
final class HostCheckLimiter {
    private static final String RETRY_AFTER_SECONDS = "5";

    private final KeyedLimiter<UUID> underWay;

    /// @param most maximum per organization at once
    HostCheckLimiter(int most) {
        this.underWay = new KeyedLimiter<>(Limits.perKey(most));
    }

    /// @throws Refused `RATE_LIMITED` if too many of the organization's requests wait already
    KeyedLimiter.Permit run(UUID organization) {
        return underWay.tryAcquire(organization)
                .orElseThrow(() -> Refusal.RATE_LIMITED.refused().withHeader("Retry-After", RETRY_AFTER_SECONDS));
    }
}
