package dev.sluice.rail.sandbox.chain;

import java.time.Duration;
import java.time.Instant;

/// A block: one every 250 milliseconds since genesis. Its contents depend only on its network and height. An orphaned
/// block is the one that a node saw at that height before a reorg.
record Block(SandboxNetwork network, long height, boolean orphaned) {
    /// Time between two blocks.
    static final Duration TIME = Duration.ofMillis(250);

    private static final Instant GENESIS = Instant.parse("2020-01-01T00:00:00Z");

    /// Returns the newest block at a time.
    static Block newestAt(SandboxNetwork network, Instant time) {
        long age = Duration.between(GENESIS, time).toMillis();
        return new Block(network, Math.floorDiv(age, TIME.toMillis()), false);
    }

    /// Returns the time of the block.
    Instant at() {
        return GENESIS.plusMillis(height * TIME.toMillis());
    }

    /// Returns the block at a distance of so many blocks on the canonical branch.
    Block plus(int blocks) {
        return new Block(network, height + blocks, false);
    }

    /// Returns the block that a node saw at this height before a reorg.
    Block asOrphaned() {
        return new Block(network, height, true);
    }

    /// Returns the digest that determines the block's hash and its pseudo-random values.
    Digest digest() {
        return Digest.of(network.family(), network.name(), "block", height, orphaned ? "orphaned" : "lasting");
    }
}
