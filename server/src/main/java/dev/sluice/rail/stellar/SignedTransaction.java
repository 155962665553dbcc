package dev.sluice.rail.stellar;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A transaction as it was signed and written down.
///
/// @param source whose sequence number it uses
/// @param hash its name on the network, also inside of a bump
/// @param envelope what is submitted (XDR in base 64)
/// @param bump the newest envelope around it that bids a higher fee
/// @param maxTime it is never applied in a ledger that closes later
/// @param feeBid the most that it, or its bump, bids for an operation, in stroops
/// @param feeEstimated what it was thought to cost when it was signed, in stroops
/// @param submittedAt when it, or its bump, was last handed to the network
/// @param answer the network's last word on it
record SignedTransaction(
        String source,
        long sequence,
        String hash,
        String envelope,
        @Nullable String bump,
        Instant maxTime,
        long feeBid,
        long feeEstimated,
        @Nullable Instant submittedAt,
        @Nullable String answer) {
    /// What [Submission.NoAnswer] leaves.
    static final String NO_ANSWER = "no answer";

    SignedTransaction bumped(String envelopeAround, long bid) {
        return new SignedTransaction(
                source, sequence, hash, envelope, envelopeAround, maxTime, bid, feeEstimated, submittedAt, answer);
    }

    SignedTransaction submitted(Instant at, String word) {
        return new SignedTransaction(source, sequence, hash, envelope, bump, maxTime, feeBid, feeEstimated, at, word);
    }

    /// The close of the newest ledger that there was when it was signed: it is in none up to that.
    Instant signedAfter() {
        return maxTime.minus(Envelopes.VALIDITY);
    }

    String newestEnvelope() {
        return bump == null ? envelope : bump;
    }
}
