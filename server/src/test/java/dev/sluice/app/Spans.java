package dev.sluice.app;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Random queries over the times of entries. Each build uses the same seed, unless `-Dsluice.spans.seed=…` sets
/// another one.
public final class Spans {
    public static final int COUNT = 200;

    /// The test's present time, apart from its own advances: with it, a seed always yields the same spans.
    public static final Instant START = Instant.parse("2026-03-01T05:00:00Z");

    private static final long SEED = Long.getLong("sluice.spans.seed", 1);
    private static final Duration BEYOND = Duration.ofHours(40);

    private final Random random = new Random(SEED);
    private final List<Instant> times;
    private final Instant first;
    private final long widthMillis;

    /// @param times the times of the entries, earliest first
    public Spans(List<Instant> times) {
        this.times = List.copyOf(times);
        this.first = times.getFirst().minus(BEYOND);
        this.widthMillis = Duration.between(first, times.getLast().plus(BEYOND)).toMillis();
        System.out.println("seed: -Dsluice.spans.seed=" + SEED);
    }

    /// Returns an end of a span. Ends are inclusive, so some are exactly the millisecond of an entry.
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
