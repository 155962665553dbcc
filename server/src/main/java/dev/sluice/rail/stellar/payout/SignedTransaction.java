package dev.sluice.rail.stellar.payout;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A signed and stored transaction.
///
/// @param source the account whose sequence number it uses
/// @param hash its hash on the network, also inside a fee bump
/// @param envelope the submitted envelope (XDR in base 64)
/// @param feeBump the newest fee bump around it, with a higher bid
/// @param maxTime time bound: no ledger that closes later applies the transaction
/// @param feeBid the highest bid per operation, of it or of its fee bump, in stroops
/// @param feeEstimated estimated fee at the time of signing, in stroops
/// @param submittedAt time at which it, or its fee bump, was last submitted
/// @param answer the network's last answer
public record SignedTransaction(
        String source,
        long sequence,
        String hash,
        String envelope,
        @Nullable String feeBump,
        Instant maxTime,
        long feeBid,
        long feeEstimated,
        @Nullable Instant submittedAt,
        @Nullable String answer) {
    /// Stored answer for [Submission.NoAnswer].
    public static final String NO_ANSWER = "no answer";

    SignedTransaction bumped(String envelopeAround, long bid) {
        return new SignedTransaction(
                source, sequence, hash, envelope, envelopeAround, maxTime, bid, feeEstimated, submittedAt, answer);
    }

    SignedTransaction submitted(Instant at, String word) {
        return new SignedTransaction(
                source, sequence, hash, envelope, feeBump, maxTime, feeBid, feeEstimated, at, word);
    }

    /// Returns the close time of the newest ledger at the time of signing: the transaction is in no ledger up to
    /// that one.
    Instant signedAfter() {
        return maxTime.minus(Envelopes.VALIDITY);
    }

    String newestEnvelope() {
        return feeBump == null ? envelope : feeBump;
    }
}
