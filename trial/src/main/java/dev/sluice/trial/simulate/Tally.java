package dev.sluice.trial.simulate;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How often each fault was injected.
final class Tally {
    private final Map<String, Long> counts = new TreeMap<>();
    private int deepest;

    /// What several counted.
    static Tally of(List<Tally> some) {
        var sum = new Tally();
        for (var each : some) {
            each.counts().forEach((fault, count) -> sum.counts.merge(fault, count, Long::sum));
            sum.endedAt(each.deepest());
        }
        return sum;
    }

    synchronized void count(String fault) {
        counts.merge(fault, 1L, Long::sum);
    }

    /// Notes at which of the writing requests of a step a process ended.
    synchronized void endedAt(int request) {
        deepest = Math.max(deepest, request);
    }

    /// The furthest of them.
    synchronized int deepest() {
        return deepest;
    }

    /// Counts a fault where it is injected.
    boolean counted(boolean injected, String fault) {
        if (injected) {
            count(fault);
        }
        return injected;
    }

    /// By fault, in the order of their names.
    synchronized Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }
}
