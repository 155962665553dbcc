package dev.sluice.trial.simulate;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How often each fault was injected, and at which points processes ended.
final class Tally {
    private final Map<Mischief, Long> counts = new EnumMap<>(Mischief.class);
    private final Map<Point, Long> points = new TreeMap<>();
    private int deepest;

    /// Where a process ended: at which writing request of a worker's step or of a route, from one, and
    /// whether it was done and nobody heard of it. A courier's requests have no number, as real time
    /// decides how many it makes.
    ///
    /// @param doing the worker, or the route
    record Point(String doing, int request, boolean lost) implements Comparable<Point> {
        @Override
        public int compareTo(Point other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return "%s, request %s, %s".formatted(doing, request == 0 ? "any" : request, lost ? "done" : "not done");
        }
    }

    /// What is known of the ends in one worker, or in one route.
    ///
    /// @param points how many different ones
    record Ends(long count, int points) {
        private Ends and(long more) {
            return new Ends(count + more, points + 1);
        }
    }

    /// What several counted.
    static Tally of(List<Tally> some) {
        var sum = new Tally();
        for (var each : some) {
            each.counts().forEach((fault, count) -> sum.counts.merge(fault, count, Long::sum));
            each.points().forEach((point, count) -> sum.points.merge(point, count, Long::sum));
            sum.reached(each.deepest());
        }
        return sum;
    }

    synchronized void count(Mischief fault) {
        counts.merge(fault, 1L, Long::sum);
    }

    /// Notes where a process ended.
    synchronized void endedAt(Point point) {
        points.merge(point, 1L, Long::sum);
    }

    /// Notes at which of the writing requests of a step that was.
    synchronized void reached(int request) {
        deepest = Math.max(deepest, request);
    }

    /// The furthest of them.
    synchronized int deepest() {
        return deepest;
    }

    /// Counts a fault where it is injected.
    boolean counted(boolean injected, Mischief fault) {
        if (injected) {
            count(fault);
        }
        return injected;
    }

    synchronized Map<Mischief, Long> counts() {
        return new EnumMap<>(counts);
    }

    /// The same but for those of webhooks, of which real time decides how often some are sent.
    Map<Mischief, Long> steady() {
        var steady = counts();
        steady.keySet().removeIf(fault -> !fault.isSteady());
        return steady;
    }

    synchronized Map<Point, Long> points() {
        return new TreeMap<>(points);
    }

    /// By worker and route, in the order of their names.
    Map<String, Ends> ends() {
        var ends = new TreeMap<String, Ends>();
        points().forEach((point, count) -> ends.put(
                point.doing(), ends.getOrDefault(point.doing(), new Ends(0, 0)).and(count)));
        return ends;
    }
}
