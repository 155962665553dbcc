package dev.sluice.rail.stellar.payout;

import dev.sluice.rail.FailureCode;
import dev.sluice.rail.PayoutRef;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A payout as the rail stores it.
///
/// @param token the token's id
/// @param mac MAC of payee and amount; null if the payout was blocked before it was submitted
/// @param abandonedHashes hashes of earlier transactions, none of which can ever be applied
/// @param expired number of consecutive expired transactions, up to the last one
public record Payment(
        PayoutRef payout,
        String token,
        long stroops,
        String address,
        @Nullable String memo,
        byte @Nullable [] mac,
        List<String> abandonedHashes,
        int expired,
        State state) {
    public Payment {
        abandonedHashes = List.copyOf(abandonedHashes);
    }

    public Payment with(byte[] otherMac) {
        return new Payment(payout, token, stroops, address, memo, otherMac, abandonedHashes, expired, state);
    }

    /// State of the payment.
    public sealed interface State {}

    /// The payment waits for its turn, or for the condition in `waitsFor`. No transaction of it can be applied.
    public record Queued(Instant dueAt, @Nullable String waitsFor) implements State {}

    /// A transaction was signed and may or may not be applied.
    public record Signed(SignedTransaction transaction) implements State {}

    /// The payment's transaction was applied.
    public record Settled(SignedTransaction transaction, Instant at, long feeCharged) implements State {}

    /// The money did not move and will not.
    public record Rejected(FailureCode code, String message) implements State {}

    /// The payment was cancelled while no transaction of it could be applied.
    public record Cancelled() implements State {}
}
