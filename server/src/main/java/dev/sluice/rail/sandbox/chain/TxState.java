package dev.sluice.rail.sandbox.chain;

import dev.sluice.rail.FailureCode;
import java.time.Instant;

/// Visible state of a transaction from a time on.
record TxState(Instant from, Sight sight) {
    /// Visible state.
    sealed interface Sight {}

    /// The transaction waits in the mempool.
    record Pooled(String hash) implements Sight {}

    /// The transaction is in a block that a reorg may still remove.
    record Mined(String hash, Block block) implements Sight {}

    /// The transaction is in a final block, since a time.
    record Final(String hash, Block block, Instant since) implements Sight {}

    /// No node has the transaction any more.
    record Dropped() implements Sight {}

    /// No node answers.
    record Silence() implements Sight {}

    /// The transaction failed for good.
    record Failed(FailureCode code) implements Sight {}
}
