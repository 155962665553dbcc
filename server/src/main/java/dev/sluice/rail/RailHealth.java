package dev.sluice.rail;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Statistics of rails' responses to this node, since its start and within the last hour. A call that throws, or that
/// gets no answer about any payout, is a failure. A rail that answers that an outcome is not yet known works, however
/// often it is asked; such answers are counted separately. Rails with a queue of their own answer from our database:
/// they count their requests to the other side, each over its [Line].
public final class RailHealth {
    private static final Duration SLOT = Duration.ofMinutes(5);
    private static final Duration LATELY = Duration.ofHours(1);

    private final InstantSource clock;
    private final ConcurrentMap<String, Count> counts = new ConcurrentHashMap<>();

    public RailHealth(InstantSource clock) {
        this.clock = clock;
    }

    /// Calls and failures within the last hour.
    public record Lately(long calls, long failures) {
        public static final Lately NOTHING = new Lately(0, 0);

        private Lately and(Lately other) {
            return new Lately(calls + other.calls, failures + other.failures);
        }
    }

    /// Counters of a rail.
    ///
    /// @param undecided answered calls with payouts of unknown outcome
    public record Reading(
            long calls,
            long failures,
            long undecided,
            @Nullable Instant answeredAt,
            @Nullable Instant failedAt,
            @Nullable String failure,
            Lately lately) {
        public static final Reading NONE = new Reading(0, 0, 0, null, null, null, Lately.NOTHING);

        /// Returns the sum of this node's counters and another one's.
        public Reading and(Reading other) {
            boolean failedLater = other.failedAt != null && (failedAt == null || failedAt.isBefore(other.failedAt));
            return new Reading(
                    calls + other.calls,
                    failures + other.failures,
                    undecided + other.undecided,
                    later(answeredAt, other.answeredAt),
                    failedLater ? other.failedAt : failedAt,
                    failedLater ? other.failure : failure,
                    lately.and(other.lately));
        }

        private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
            if (one == null || other == null) {
                return one == null ? other : one;
            }
            return one.isAfter(other) ? one : other;
        }

        private Reading answered(Instant at) {
            return new Reading(calls + 1, failures, undecided, at, failedAt, failure, lately);
        }

        private Reading undecided(Instant at) {
            return new Reading(calls + 1, failures, undecided + 1, at, failedAt, failure, lately);
        }

        private Reading failed(Instant at, String reason) {
            return new Reading(calls + 1, failures + 1, undecided, answeredAt, at, reason, lately);
        }

        private Reading with(Lately other) {
            return new Reading(calls, failures, undecided, answeredAt, failedAt, failure, other);
        }
    }

    public Reading of(String rail) {
        var count = counts.get(rail);
        return count == null ? Reading.NONE : count.at(clock.instant());
    }

    /// Returns the counters of every rail that this node has asked.
    public Map<String, Reading> all() {
        var now = clock.instant();
        return counts.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().at(now)));
    }

    /// Counters since the start, and per five minutes of the last hour.
    ///
    /// @param slots the newest first
    private record Count(Reading all, List<Slot> slots) {
        static final Count NONE = new Count(Reading.NONE, List.of());

        /// Calls of five minutes.
        private record Slot(Instant begin, Lately calls) {
            boolean isOver(Instant now) {
                return !begin.plus(LATELY).isAfter(now);
            }
        }

        Count counted(Reading after, Instant now) {
            var one = new Lately(after.calls - all.calls, after.failures - all.failures);
            var earlier = slots.stream().filter(slot -> !slot.isOver(now)).toList();
            var retained = new ArrayList<Slot>();
            if (earlier.isEmpty() || !now.isBefore(earlier.getFirst().begin.plus(SLOT))) {
                retained.add(new Slot(now, one));
                retained.addAll(earlier);
            } else {
                retained.add(new Slot(
                        earlier.getFirst().begin, earlier.getFirst().calls.and(one)));
                retained.addAll(earlier.subList(1, earlier.size()));
            }
            return new Count(after, List.copyOf(retained));
        }

        Reading at(Instant now) {
            return all.with(slots.stream()
                    .filter(slot -> !slot.isOver(now))
                    .map(Slot::calls)
                    .reduce(Lately.NOTHING, Lately::and));
        }
    }

    /// Returns a counter of requests to the other side of a rail.
    ///
    /// @param place names one of several lines in failure messages; empty if there is only one
    public Line line(String rail, String place) {
        return new Line(this, rail, place);
    }

    /// Counter of a rail's requests to its other side.
    public record Line(RailHealth health, String rail, String place) {
        /// Counts an answered call.
        public void answered() {
            health.count(rail, Reading::answered);
        }

        /// Counts a call without a usable answer.
        public void failed(String reason) {
            var text = place.isEmpty() ? reason : place + ": " + reason;
            health.count(rail, (reading, now) -> reading.failed(now, text));
        }
    }

    /// Makes a call and counts its result.
    List<Outcome> metered(String rail, Supplier<List<Outcome>> call) {
        try {
            var outcomes = call.get();
            count(rail, reading(outcomes));
            return outcomes;
        } catch (RuntimeException broken) {
            count(rail, (reading, now) -> reading.failed(now, broken.toString()));
            throw broken;
        }
    }

    private void count(String rail, BiFunction<Reading, Instant, Reading> update) {
        var now = clock.instant();
        counts.compute(rail, (_, known) -> {
            var before = known == null ? Count.NONE : known;
            return before.counted(update.apply(before.all, now), now);
        });
    }

    private static BiFunction<Reading, Instant, Reading> reading(List<Outcome> outcomes) {
        var unknown = outcomes.stream()
                .filter(Outcome.Unknown.class::isInstance)
                .map(Outcome.Unknown.class::cast)
                .toList();
        if (outcomes.isEmpty() || unknown.size() < outcomes.size()) {
            return Reading::answered;
        }
        Optional<String> silence = unknown.stream().anyMatch(Outcome.Unknown::answered)
                ? Optional.empty()
                : Optional.of(unknown.getFirst().reason());
        return (reading, now) ->
                silence.map(reason -> reading.failed(now, reason)).orElseGet(() -> reading.undecided(now));
    }
}
