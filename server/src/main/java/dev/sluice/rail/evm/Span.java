package dev.sluice.rail.evm;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Number of blocks that the watch looks through at once. It shrinks where an endpoint refuses or is slow, and grows
/// again up to the number that was refused; after an hour that number is tried again.
///
/// @param refused the number of blocks that was refused last, if any was
record Span(int blocks, @Nullable Refused refused) {
    static final Span FIRST = new Span(20, null);
    static final int MAX = 2_000;

    private static final Duration QUICK = Duration.ofSeconds(2);
    private static final Duration SLOW = Duration.ofSeconds(10);
    private static final Duration REMEMBERED = Duration.ofHours(1);

    /// A number of blocks that an endpoint refused to tell of at once.
    record Refused(int blocks, Instant at) {}

    /// After an endpoint refused to tell of so many blocks at once.
    Span refused(int asked, Instant now) {
        return new Span(half(asked), new Refused(asked, now));
    }

    /// After so many blocks got no answer, which may have taken too long.
    Span unanswered(int asked) {
        return new Span(half(asked), refused);
    }

    /// After so many blocks were looked through.
    Span looked(int asked, Duration took, Instant now) {
        if (took.compareTo(SLOW) > 0) {
            return new Span(half(blocks), refused);
        }
        return asked == blocks && took.compareTo(QUICK) < 0 ? new Span(grown(now), refused) : this;
    }

    private int grown(Instant now) {
        int twice = Math.min(MAX, blocks * 2);
        return refused == null || !now.isBefore(refused.at().plus(REMEMBERED))
                ? twice
                : Math.min(twice, Math.max(blocks, (blocks + refused.blocks()) / 2));
    }

    private static int half(int blocks) {
        return Math.max(1, blocks / 2);
    }
}
