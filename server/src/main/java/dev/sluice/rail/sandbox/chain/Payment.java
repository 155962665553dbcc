package dev.sluice.rail.sandbox.chain;

import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.Payer;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// A payer's payment to a deposit's address, in its final state on the chain.
///
/// @param minedAt the time of its final block
/// @param arrivesAt time of finality; the payment is not reported before
/// @param noticesLeft number of notices that the rail has still to send, the next at `noticeAt`
/// @param vanishes true if every other notice reverses the one before
/// @param reported true if the last notice reported the payment as received
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
        boolean reported) {
    private static final Duration BETWEEN_NOTICES = Duration.ofSeconds(1);
    /// Long enough to observe the effect of each notice.
    private static final Duration BETWEEN_REWRITES = Duration.ofSeconds(3);

    /// Returns true if the next notice is a reversal.
    boolean isGoing() {
        return vanishes && reported;
    }

    Duration untilNextNotice() {
        return vanishes ? BETWEEN_REWRITES : BETWEEN_NOTICES;
    }

    /// Returns the receipt that the rail reports. The transaction's hash is its key, and the sender's address is
    /// the account for refunds.
    IncomingPayment incoming(Instant now) {
        return new IncomingPayment(
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
