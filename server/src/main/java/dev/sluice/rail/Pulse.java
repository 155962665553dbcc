package dev.sluice.rail;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How rails have answered this node since it started. A call that throws, or after which nobody can tell what became
/// of any payout, is a failure.
public final class Pulse {
    private final InstantSource clock;
    private final ConcurrentMap<String, Reading> readings = new ConcurrentHashMap<>();

    public Pulse(InstantSource clock) {
        this.clock = clock;
    }

    /// What was counted of a rail.
    public record Reading(
            long calls,
            long failures,
            @Nullable Instant answeredAt,
            @Nullable Instant failedAt,
            @Nullable String failure) {
        static final Reading NONE = new Reading(0, 0, null, null, null);

        private Reading answered(Instant at) {
            return new Reading(calls + 1, failures, at, failedAt, failure);
        }

        private Reading failed(Instant at, String why) {
            return new Reading(calls + 1, failures + 1, answeredAt, at, why);
        }
    }

    public Reading of(String rail) {
        return readings.getOrDefault(rail, Reading.NONE);
    }

    /// Makes a call and counts how it went.
    List<Outcome> felt(String rail, Supplier<List<Outcome>> call) {
        try {
            var outcomes = call.get();
            count(rail, doubt(outcomes));
            return outcomes;
        } catch (RuntimeException broken) {
            count(rail, Optional.of(broken.toString()));
            throw broken;
        }
    }

    private void count(String rail, Optional<String> failure) {
        var now = clock.instant();
        readings.compute(rail, (_, before) -> {
            var reading = before == null ? Reading.NONE : before;
            return failure.map(why -> reading.failed(now, why)).orElseGet(() -> reading.answered(now));
        });
    }

    private static Optional<String> doubt(List<Outcome> outcomes) {
        return outcomes.isEmpty() || !outcomes.stream().allMatch(Outcome.Unknown.class::isInstance)
                ? Optional.empty()
                : Optional.of(((Outcome.Unknown) outcomes.getFirst()).reason());
    }
}
