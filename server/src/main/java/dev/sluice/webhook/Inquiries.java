package dev.sluice.webhook;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.net.UnknownHostException;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// What requests ask of names before an endpoint is made or changed: a few of an organization's at once, since each
/// may wait as long as whoever keeps the name likes, and would wait in the place of somebody else's request.
final class Inquiries {
    static final int PER_ORGANIZATION_MAX = 8;
    private static final String RETRY_AFTER_SECONDS = "5";

    private final Sender sender;
    private final ConcurrentHashMap<UUID, Integer> underWay = new ConcurrentHashMap<>();

    Inquiries(Sender sender) {
        this.sender = sender;
    }

    /// Requires that a host may be told.
    ///
    /// @throws UnknownHostException where nobody knows it now
    /// @throws Destinations.Forbidden where it is not public
    /// @throws Refused `RATE_LIMITED` where too many of the organization's requests ask already
    void require(UUID organization, String host) throws UnknownHostException {
        if (underWay.merge(organization, 1, Integer::sum) > PER_ORGANIZATION_MAX) {
            end(organization);
            throw Refusal.RATE_LIMITED.refused().withHeader("Retry-After", RETRY_AFTER_SECONDS);
        }
        try {
            sender.require(organization, host);
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
