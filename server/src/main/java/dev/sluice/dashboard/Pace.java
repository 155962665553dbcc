package dev.sluice.dashboard;

import dev.sluice.audit.Deed;
import dev.sluice.auth.Quota;
import dev.sluice.auth.RateLimit;
import dev.sluice.refusal.Refusal;
import java.time.Duration;
import java.util.UUID;

/// How many entries the audit log takes of one person, by what they send: each stays for good, also that of
/// a form that was refused. Nobody does so much by hand.
final class Pace {
    private static final RateLimit OF_PERSON = new RateLimit(10, Duration.ofMinutes(1), 1_000);

    private final Quota<UUID> quota = new Quota<>("deeds");

    /// The same deed, counted as its doer's before there is an entry of it.
    ///
    /// @throws dev.sluice.refusal.Refused `RATE_LIMITED`
    Deed counted(Deed deed) {
        if (!quota.take(deed.actor().id(), OF_PERSON)) {
            throw Refusal.RATE_LIMITED.refused();
        }
        return deed;
    }
}
