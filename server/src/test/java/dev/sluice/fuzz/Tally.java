package dev.sluice.fuzz;

import java.util.Map;
import java.util.TreeMap;

/// What was sent and how it was answered, for the line that a run leaves.
final class Tally {
    private final Map<String, Integer> kinds = new TreeMap<>();
    private final Map<Integer, Integer> statuses = new TreeMap<>();

    /// Something of a kind was sent.
    synchronized void sent(String kind) {
        kinds.merge(kind, 1, Integer::sum);
    }

    synchronized void answered(int status) {
        statuses.merge(status, 1, Integer::sum);
    }

    synchronized boolean hasAnswer(int status) {
        return statuses.containsKey(status);
    }

    /// So many answers with success, redirects, refusals and failures, and how often each status was among them.
    @Override
    public synchronized String toString() {
        var classes = new TreeMap<String, Integer>();
        statuses.forEach((status, count) -> classes.merge(status / 100 + "xx", count, Integer::sum));
        return (kinds.isEmpty() ? "" : "changes " + kinds + "; ") + "answers " + classes + " " + statuses;
    }
}
