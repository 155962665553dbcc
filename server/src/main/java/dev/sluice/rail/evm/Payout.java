package dev.sluice.rail.evm;

import dev.sluice.rail.FailureCode;
import dev.sluice.rail.PayoutRef;
import java.math.BigInteger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A payout as the rail has it: what is to be paid to whom, and how that stands.
///
/// @param mac of what is to be paid to whom; none where it was blocked before it came
record Payout(
        PayoutRef ref,
        String network,
        String token,
        BigInteger units,
        String payee,
        byte @Nullable [] mac,
        State state) {
    Payout with(byte[] otherMac) {
        return new Payout(ref, network, token, units, payee, otherMac, state);
    }

    /// How it stands.
    sealed interface State {
        /// Nothing is signed yet: it can be stopped, and may wait for coins, for tokens, or for a cheaper
        /// block.
        record Queued(@Nullable String waitsFor) implements State {}

        /// A transaction is signed, and perhaps known to the network. `acknowledged` once a node said that it
        /// is.
        record Signed(
                String sender,
                String hash,
                boolean acknowledged,
                @Nullable BigInteger gasEstimated) implements State {}

        /// In a block that is final.
        record Settled(
                String sender,
                String hash,
                Instant at,
                @Nullable BigInteger gasEstimated,
                @Nullable BigInteger gasCharged,
                @Nullable Long gasUsed)
                implements State {}

        /// It did not move, and will not. `spent` where a transaction of it is in a final block all the same.
        record Rejected(
                FailureCode code, String message, @Nullable Spent spent) implements State {}

        /// Stopped before anything was signed.
        record Stopped() implements State {}
    }

    /// A transaction that moved nothing, and what it cost.
    record Spent(String sender, String hash, @Nullable BigInteger gasEstimated, BigInteger gasCharged, long gasUsed) {}
}
