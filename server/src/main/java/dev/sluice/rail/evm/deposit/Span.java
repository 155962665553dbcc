package dev.sluice.rail.evm.deposit;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Number of blocks that the watch scans at once. It shrinks if an endpoint refuses or is slow, and grows again up to
/// the refused number; after an hour that number is retried.
///
/// @param refused the number of blocks that was refused last, if any was
record Span(int blocks, @Nullable Refused refused) {
    static final Span FIRST = new Span(20, null);
    static final int MAX = 2_000;

    private static final Duration QUICK = Duration.ofSeconds(2);
    private static final Duration SLOW = Duration.ofSeconds(10);
    private static final Duration REMEMBERED = Duration.ofHours(1);

    /// Number of blocks that an endpoint refused to return at once.
    record Refused(int blocks, Instant at) {}

    /// Returns the span after an endpoint refused so many blocks at once.
    Span refused(int asked, Instant now) {
        return new Span(half(asked), new Refused(asked, now));
    }

    /// Returns the span after so many blocks got no response, perhaps because of a timeout.
    Span unanswered(int asked) {
        return new Span(half(asked), refused);
    }

    /// Returns the span after a scan of so many blocks.
    Span afterScan(int asked, Duration took, Instant now) {
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
