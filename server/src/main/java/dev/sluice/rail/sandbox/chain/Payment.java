package dev.sluice.rail.sandbox.chain;

import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.Payer;
import dev.sluice.rail.Receipt;
import java.time.Instant;
import java.util.UUID;

/// A payment that a payer sent to a deposit's address, as it ends up on the chain.
///
/// @param minedAt the time of the block that it stays in
/// @param arrivesAt when it is final; before that nobody is told
/// @param noticesLeft how often the rail has still to tell of it, the next time at `noticeAt`
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
        Instant noticeAt) {
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
