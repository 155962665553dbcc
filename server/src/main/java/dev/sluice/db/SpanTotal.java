package dev.sluice.db;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// How many there are in a span of time of what is counted by day (UTC) as it happens. Whole days are counted already.
/// From the midnights that are nearest to the two ends, a part of a day is left to be counted: what the days have too
/// little, or too much.
public final class SpanTotal {
    private static final Duration HALF_A_DAY = Duration.ofHours(12);

    private SpanTotal() {}

    /// What is counted already, from a day on and before another.
    @FunctionalInterface
    public interface Days {
        long total(LocalDate from, LocalDate until);
    }

    /// What has to be counted, from an instant on and before a later one: never more than a day.
    @FunctionalInterface
    public interface Parts {
        long count(Instant from, Instant until);
    }

    /// @param until itself not included; where it is not after `from`, there is nothing
    public static long of(Instant from, Instant until, Days days, Parts parts) {
        var first = nearestMidnight(from);
        var last = nearestMidnight(until);
        return first.isBefore(last)
                ? days.total(first, last)
                        + between(from, startOf(first), parts)
                        - between(startOf(first), from, parts)
                        + between(startOf(last), until, parts)
                        - between(until, startOf(last), parts)
                : between(from, until, parts);
    }

    private static long between(Instant from, Instant until, Parts parts) {
        return from.isBefore(until) ? parts.count(from, until) : 0;
    }

    /// The day that begins at the midnight which is nearest to an instant.
    private static LocalDate nearestMidnight(Instant instant) {
        return LocalDate.ofInstant(instant.plus(HALF_A_DAY), ZoneOffset.UTC);
    }

    private static Instant startOf(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
