package dev.sluice.rail.sandbox.chain;

import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.Payer;
import dev.sluice.rail.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// A payment that a payer sent to a deposit's address, as it ends up on the chain.
///
/// @param minedAt the time of the block that it stays in
/// @param arrivesAt when it is final; before that nobody is told
/// @param noticesLeft how often the rail has still to tell of it, the next time at `noticeAt`
/// @param vanishes whether every other notice takes back the one before
/// @param told whether the last notice said that it is there
record Payment(
        UUID organizationId,
        UUID id,
        Destination destination,
        Money amount,
        String sender,
        String hash,
        Instant minedAt,
        Instant arrivesAt,
        int noticesLeft,
        Instant noticeAt,
        boolean vanishes,
        boolean told) {
    private static final Duration BETWEEN_NOTICES = Duration.ofSeconds(1);
    /// Long enough to see what becomes of it.
    private static final Duration BETWEEN_REWRITES = Duration.ofSeconds(3);

    /// Whether the next notice says that it is gone.
    boolean isGoing() {
        return vanishes && told;
    }

    Duration untilNextNotice() {
        return vanishes ? BETWEEN_REWRITES : BETWEEN_NOTICES;
    }

    /// What the rail tells of it: the transaction's hash is its key, and the sender's address the account that the
    /// money can go back to.
    Receipt receipt(Instant now) {
        return new Receipt(
                SandboxChain.NAME,
                hash,
                destination,
                amount,
                new Payer(hash, null, null, destination.method(), sender, null),
                null,
                minedAt,
                now);
    }
}
