package dev.sluice.webhook;

import dev.sluice.refusal.Refused;
import java.net.UnknownHostException;
import java.util.UUID;

/// What requests ask of names before an endpoint is made or changed: a few of an organization's at once.
final class Inquiries {
    static final int PER_ORGANIZATION_MAX = 8;

    private final Sender sender;
    private final Turns turns = new Turns(PER_ORGANIZATION_MAX);

    Inquiries(Sender sender) {
        this.sender = sender;
    }

    /// Requires that a host may be told.
    ///
    /// @throws UnknownHostException where nobody knows it now
    /// @throws Destinations.Forbidden where it is not public
    /// @throws Refused `RATE_LIMITED` where too many of the organization's requests ask already
    void require(UUID organization, String host) throws UnknownHostException {
        turns.<Boolean, UnknownHostException>take(organization, () -> {
            sender.require(organization, host);
            return true;
        });
    }
}
