package dev.sluice.rail.evm.payout;

import dev.sluice.rail.FailureCode;
import dev.sluice.rail.PayoutRef;
import java.math.BigInteger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Payout as the rail stores it: the recipient, the amount and its state.
///
/// @param mac of the payment instruction; none if it was blocked before it came
public record Payout(
        PayoutRef ref,
        String network,
        String token,
        BigInteger units,
        String payee,
        byte @Nullable [] mac,
        State state) {
    public Payout with(byte[] otherMac) {
        return new Payout(ref, network, token, units, payee, otherMac, state);
    }

    /// State of a payout.
    public sealed interface State {
        /// Not signed: it can be stopped, and may wait for coins, for tokens, or for a cheaper block.
        record Queued(@Nullable String waitsFor) implements State {}

        /// Transaction signed, and perhaps known to the network. `acknowledged` once a node has confirmed
        /// that.
        record Signed(
                String sender,
                String hash,
                boolean acknowledged,
                @Nullable BigInteger gasEstimated) implements State {}

        /// Included in a final block.
        record Settled(
                String sender,
                String hash,
                Instant at,
                @Nullable BigInteger gasEstimated,
                @Nullable BigInteger gasCharged,
                @Nullable Long gasUsed)
                implements State {}

        /// Permanently failed, without any movement. `spent` if a transaction of it is in a final block.
        record Rejected(
                FailureCode code, String message, @Nullable Spent spent) implements State {}

        /// Stopped before any transaction was signed.
        record Stopped() implements State {}
    }

    /// Transaction that moved nothing, and its cost.
    public record Spent(
            String sender, String hash, @Nullable BigInteger gasEstimated, BigInteger gasCharged, long gasUsed) {}
}
