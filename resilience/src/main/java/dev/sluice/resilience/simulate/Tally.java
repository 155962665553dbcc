package dev.sluice.resilience.simulate;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Counts of injected faults and of crash points.
final class Tally {
    private final Map<FaultPlan, Long> counts = new EnumMap<>(FaultPlan.class);
    private final Map<Point, Long> points = new TreeMap<>();
    private int deepest;

    /// A crash point: the number of a writing request, from one, of a worker's step or of a route, and true if it
    /// was executed but its answer was lost. A dispatcher's requests have no number, since real time decides their
    /// count.
    ///
    /// @param doing worker or route
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

    /// Number of crashes in one worker or route.
    ///
    /// @param points number of distinct crash points
    record Ends(long count, int points) {
        private Ends and(long more) {
            return new Ends(count + more, points + 1);
        }
    }

    /// Adds up several tallies.
    static Tally of(List<Tally> some) {
        var sum = new Tally();
        for (var each : some) {
            each.counts().forEach((fault, count) -> sum.counts.merge(fault, count, Long::sum));
            each.points().forEach((point, count) -> sum.points.merge(point, count, Long::sum));
            sum.reached(each.deepest());
        }
        return sum;
    }

    synchronized void count(FaultPlan fault) {
        counts.merge(fault, 1L, Long::sum);
    }

    /// Records a crash point.
    synchronized void endedAt(Point point) {
        points.merge(point, 1L, Long::sum);
    }

    /// Records the number of a step's writing request.
    synchronized void reached(int request) {
        deepest = Math.max(deepest, request);
    }

    /// Returns the highest of these numbers.
    synchronized int deepest() {
        return deepest;
    }

    /// Counts a fault if it is injected.
    boolean counted(boolean injected, FaultPlan fault) {
        if (injected) {
            count(fault);
        }
        return injected;
    }

    synchronized Map<FaultPlan, Long> counts() {
        return new EnumMap<>(counts);
    }

    /// Returns the counts without those of webhooks that real time decides.
    Map<FaultPlan, Long> steady() {
        var steady = counts();
        steady.keySet().removeIf(fault -> !fault.isSteady());
        return steady;
    }

    synchronized Map<Point, Long> points() {
        return new TreeMap<>(points);
    }

    /// Returns the crashes by worker and route, sorted by name.
    Map<String, Ends> ends() {
        var ends = new TreeMap<String, Ends>();
        points().forEach((point, count) -> ends.put(
                point.doing(), ends.getOrDefault(point.doing(), new Ends(0, 0)).and(count)));
        return ends;
    }
}
