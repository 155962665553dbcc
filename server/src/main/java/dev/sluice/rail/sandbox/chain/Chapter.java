package dev.sluice.rail.sandbox.chain;

import dev.sluice.rail.FailureCode;
import java.time.Instant;

/// What can be seen of a transaction from a time on.
record Chapter(Instant from, Sight sight) {
    /// What can be seen.
    sealed interface Sight {}

    /// It waits to be mined.
    record Pooled(String hash) implements Sight {}

    /// It is in a block, and may still disappear from it.
    record Mined(String hash, Block block) implements Sight {}

    /// It is in a block, and stays there; since when.
    record Final(String hash, Block block, Instant since) implements Sight {}

    /// No node has it any more.
    record Dropped() implements Sight {}

    /// No node answers.
    record Silence() implements Sight {}

    /// It did not do what it was to do, and never will.
    record Failed(FailureCode code) implements Sight {}
}
