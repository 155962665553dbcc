package dev.sluice.rail.stellar;

import dev.sluice.rail.FailureCode;
import dev.sluice.rail.PayoutRef;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A payout as the rail keeps it.
///
/// @param token the token's id
/// @param mac of what is paid to whom; none where it was blocked before it came
/// @param buried hashes of its earlier transactions, none of which can ever be applied any more
/// @param expired how many of them died of old age, one after the other, up to the last
record Payment(
        PayoutRef payout,
        String token,
        long stroops,
        String address,
        @Nullable String memo,
        byte @Nullable [] mac,
        List<String> buried,
        int expired,
        State state) {
    Payment {
        buried = List.copyOf(buried);
    }

    Payment with(byte[] otherMac) {
        return new Payment(payout, token, stroops, address, memo, otherMac, buried, expired, state);
    }

    /// Where it stands.
    sealed interface State {}

    /// It waits for its turn, or for what `waitsFor` says. No transaction of it can be applied.
    record Queued(Instant dueAt, @Nullable String waitsFor) implements State {}

    /// A transaction was signed, which may or may not be applied.
    record Signed(SignedTransaction transaction) implements State {}

    /// Its transaction was applied.
    record Settled(SignedTransaction transaction, Instant at, long feeCharged) implements State {}

    /// The money did not move and will not.
    record Rejected(FailureCode code, String message) implements State {}

    /// It was stopped while no transaction of it could be applied.
    record Cancelled() implements State {}
}
