package dev.sluice.webhook;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// Limit on requests that wait for a host chosen by the organization: a few at once, since each may wait as long as
/// that host likes, in the place of another organization's request.
final class HostCheckLimiter {
    private static final String RETRY_AFTER_SECONDS = "5";

    private final int most;
    private final ConcurrentHashMap<UUID, Integer> underWay = new ConcurrentHashMap<>();

    /// @param most maximum per organization at once
    HostCheckLimiter(int most) {
        this.most = most;
    }

    /// Does something for an organization.
    ///
    /// @throws Refused `RATE_LIMITED` if too many of the organization's requests wait already
    <T, X extends Throwable> T take(UUID organization, ScopedValue.CallableOp<T, X> work) throws X {
        if (underWay.merge(organization, 1, Integer::sum) > most) {
            end(organization);
            throw Refusal.RATE_LIMITED.refused().withHeader("Retry-After", RETRY_AFTER_SECONDS);
        }
        try {
            return work.call();
        } finally {
            end(organization);
        }
    }

    private void end(UUID organization) {
        if (underWay.merge(organization, -1, Integer::sum) == 0) {
            underWay.remove(organization, 0);
        }
    }
}
