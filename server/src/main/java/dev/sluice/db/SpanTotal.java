package dev.sluice.db;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// Counts items in a time range with the help of counts per day (UTC) that are maintained as items are created. It
/// sums the days between the midnights nearest to the two ends, then adds or subtracts the partial days at both ends.
public final class SpanTotal {
    private static final Duration HALF_A_DAY = Duration.ofHours(12);

    private SpanTotal() {}

    /// Total of the maintained counts from a day, inclusive, to another, exclusive.
    @FunctionalInterface
    public interface Days {
        long total(LocalDate from, LocalDate until);
    }

    /// Counts items from an instant, inclusive, to a later one, exclusive: never more than a day.
    @FunctionalInterface
    public interface Parts {
        long count(Instant from, Instant until);
    }

    /// @param until exclusive end; the count is zero if it is not after `from`
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

    /// Returns the day that begins at the midnight nearest to an instant.
    private static LocalDate nearestMidnight(Instant instant) {
        return LocalDate.ofInstant(instant.plus(HALF_A_DAY), ZoneOffset.UTC);
    }

    private static Instant startOf(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
