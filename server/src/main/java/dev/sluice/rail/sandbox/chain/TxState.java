package dev.sluice.rail.sandbox.chain;

import dev.sluice.rail.FailureCode;
import java.time.Instant;

/// Visible state of a transaction from a time on.
record TxState(Instant from, Visibility visibility) {
    /// Visible state.
    sealed interface Visibility {}

    /// The transaction waits in the mempool.
    record Pooled(String hash) implements Visibility {}

    /// The transaction is in a block that a reorg may still remove.
    record Mined(String hash, Block block) implements Visibility {}

    /// The transaction is in a final block, since a time.
    record Final(String hash, Block block, Instant since) implements Visibility {}

    /// No node has the transaction any more.
    record Dropped() implements Visibility {}

    /// No node answers.
    record Silence() implements Visibility {}

    /// The transaction failed for good.
    record Failed(FailureCode code) implements Visibility {}
}
