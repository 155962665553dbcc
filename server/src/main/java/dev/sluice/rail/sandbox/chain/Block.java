package dev.sluice.rail.sandbox.chain;

import java.time.Duration;
import java.time.Instant;

/// A block: there is one every 250 milliseconds, from the beginning of the chain on, and everything about it follows
/// from its network and height. An orphaned one is what a node saw at that height before a reorganization.
record Block(SandboxNetwork network, long height, boolean orphaned) {
    /// The time from one block to the next.
    static final Duration TIME = Duration.ofMillis(250);

    private static final Instant GENESIS = Instant.parse("2020-01-01T00:00:00Z");

    /// The newest block at a time.
    static Block newestAt(SandboxNetwork network, Instant time) {
        long age = Duration.between(GENESIS, time).toMillis();
        return new Block(network, Math.floorDiv(age, TIME.toMillis()), false);
    }

    /// When it is made.
    Instant at() {
        return GENESIS.plusMillis(height * TIME.toMillis());
    }

    /// The block so many blocks later, on the branch that lasts.
    Block plus(int blocks) {
        return new Block(network, height + blocks, false);
    }

    /// What a node saw at this height before a reorganization.
    Block orphan() {
        return new Block(network, height, true);
    }

    /// What the block's hash is made of; chance in the block comes from it as well.
    Digest digest() {
        return Digest.of(network.family(), network.name(), "block", height, orphaned ? "orphaned" : "lasting");
    }
}
