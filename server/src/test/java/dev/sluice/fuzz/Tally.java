package dev.sluice.fuzz;

import java.util.Map;
import java.util.TreeMap;

/// Counts requests and answers, for the report line of a run.
final class Tally {
    private final Map<String, Integer> kinds = new TreeMap<>();
    private final Map<Integer, Integer> statuses = new TreeMap<>();

    /// Counts a request of a kind.
    synchronized void sent(String kind) {
        kinds.merge(kind, 1, Integer::sum);
    }

    synchronized void answered(int status) {
        statuses.merge(status, 1, Integer::sum);
    }

    synchronized boolean hasAnswer(int status) {
        return statuses.containsKey(status);
    }

    /// Returns the number of successes, redirects, refusals and failures, and of each status.
    @Override
    public synchronized String toString() {
        var classes = new TreeMap<String, Integer>();
        statuses.forEach((status, count) -> classes.merge(status / 100 + "xx", count, Integer::sum));
        return (kinds.isEmpty() ? "" : "changes " + kinds + "; ") + "answers " + classes + " " + statuses;
    }
}
