package dev.sluice;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// What is asked of lists of things that were made at some times, by a seed: a build asks the same each time,
/// `-Dsluice.spans.seed=…` something else.
public final class Spans {
    public static final int COUNT = 200;

    /// When it is, but for what a test advances the clock by: so a seed means the same spans.
    public static final Instant START = Instant.parse("2026-03-01T05:00:00Z");

    private static final long SEED = Long.getLong("sluice.spans.seed", 1);
    private static final Duration BEYOND = Duration.ofHours(40);

    private final Random random = new Random(SEED);
    private final List<Instant> times;
    private final Instant first;
    private final long widthMillis;

    /// @param times the earliest first
    public Spans(List<Instant> times) {
        this.times = List.copyOf(times);
        this.first = times.getFirst().minus(BEYOND);
        this.widthMillis = Duration.between(first, times.getLast().plus(BEYOND)).toMillis();
        System.out.println("seed: -Dsluice.spans.seed=" + SEED);
    }

    /// An end of a span. Ends are included, so some are the very millisecond at which something was made.
    public Instant next() {
        var any = first.plusMillis(random.nextLong(widthMillis));
        return oneInFour() ? times.get(random.nextInt(times.size())) : any;
    }

    public <T> @Nullable T oneOrNone(List<T> of) {
        return random.nextBoolean() ? of.get(random.nextInt(of.size())) : null;
    }

    public boolean oneInFour() {
        return random.nextInt(4) == 0;
    }
}
