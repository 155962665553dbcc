package dev.sluice.dashboard.home;

import dev.sluice.deposit.Deposits;
import dev.sluice.disbursement.Disbursements;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Payments of the last days by currency. They come from maintained counters, so the cost is independent of the
/// number of payments.
final class Days {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private final List<LocalDate> days;
    private final Map<Key, Sums> sums = new HashMap<>();

    private Days(List<LocalDate> days) {
        this.days = days;
    }

    /// Direction of payments.
    enum Flow {
        PAYOUTS,
        DEPOSITS
    }

    /// Results of the payments of one day.
    ///
    /// @param volume total of pending and completed payouts, or of completed deposits
    record Sums(BigDecimal volume, long total, long succeeded, long failed) {
        static final Sums NONE = new Sums(BigDecimal.ZERO, 0, 0, 0);

        Sums plus(Sums other) {
            return new Sums(
                    volume.add(other.volume), total + other.total, succeeded + other.succeeded, failed + other.failed);
        }

        /// Returns the percentage of finished payments that succeeded; null if none finished.
        @Nullable
        BigDecimal successRate() {
            long ended = succeeded + failed;
            return ended == 0
                    ? null
                    : BigDecimal.valueOf(succeeded)
                            .multiply(HUNDRED)
                            .divide(BigDecimal.valueOf(ended), 1, RoundingMode.HALF_EVEN);
        }
    }

    private record Key(Flow flow, String currency, LocalDate day) {}

    /// @param count number of days, including today
    static Days read(Disbursements disbursements, Deposits deposits, UUID organizationId, LocalDate today, int count) {
        var first = today.minusDays(count - 1L);
        var days = new Days(first.datesUntil(today.plusDays(1)).toList());
        for (var each : disbursements.days(organizationId, first)) {
            days.add(
                    Flow.PAYOUTS,
                    each.currency(),
                    each.day(),
                    switch (each.status()) {
                        case PENDING -> new Sums(each.volume(), each.total(), 0, 0);
                        case COMPLETED -> new Sums(each.volume(), each.total(), each.total(), 0);
                        case FAILED, REVERSED -> new Sums(BigDecimal.ZERO, each.total(), 0, each.total());
                        case CANCELLED -> new Sums(BigDecimal.ZERO, each.total(), 0, 0);
                    });
        }
        for (var each : deposits.days(organizationId, first)) {
            days.add(
                    Flow.DEPOSITS,
                    each.currency(),
                    each.day(),
                    switch (each.status()) {
                        case PENDING, CANCELLED -> new Sums(BigDecimal.ZERO, each.total(), 0, 0);
                        case COMPLETED -> new Sums(each.volume(), each.total(), each.total(), 0);
                        case EXPIRED -> new Sums(BigDecimal.ZERO, each.total(), 0, each.total());
                    });
        }
        return days;
    }

    private void add(Flow flow, String currency, LocalDate day, Sums more) {
        sums.merge(new Key(flow, currency, day), more, Sums::plus);
    }

    List<LocalDate> all() {
        return days;
    }

    Sums of(Flow flow, String currency, LocalDate day) {
        return sums.getOrDefault(new Key(flow, currency, day), Sums.NONE);
    }

    /// Returns the totals of the last days.
    Sums last(int count, Flow flow, String currency) {
        return days.subList(Math.max(0, days.size() - count), days.size()).stream()
                .map(day -> of(flow, currency, day))
                .reduce(Sums.NONE, Sums::plus);
    }

    /// Returns the currencies and tokens with payments, busiest first.
    List<String> busiest() {
        var totals = new HashMap<String, Long>();
        sums.forEach((key, each) -> totals.merge(key.currency(), each.total(), Long::sum));
        return totals.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    Stream<String> currencies(Flow flow) {
        return sums.keySet().stream()
                .filter(key -> key.flow() == flow)
                .map(Key::currency)
                .distinct();
    }
}
