package dev.sluice.webhook.endpoint;

import dev.sluice.net.SsrfPolicy;
import dev.sluice.refusal.Refused;
import dev.sluice.webhook.delivery.Sender;
import java.net.UnknownHostException;
import java.util.UUID;

/// Name look-ups of requests before an endpoint is created or changed: a few per organization at once.
public final class EndpointHostCheck {
    public static final int PER_ORGANIZATION_MAX = 8;

    private final Sender sender;
    private final HostCheckLimiter limiter = new HostCheckLimiter(PER_ORGANIZATION_MAX);

    public EndpointHostCheck(Sender sender) {
        this.sender = sender;
    }

    /// Requires that a host is allowed.
    ///
    /// @throws UnknownHostException if it cannot be resolved now
    /// @throws SsrfPolicy.Forbidden if it is not public
    /// @throws Refused `RATE_LIMITED` if too many of the organization's requests are waiting for look-ups
    public void require(UUID organization, String host) throws UnknownHostException {
        try (var _ = limiter.run(organization)) {
            sender.require(organization, host);
        }
    }
}
