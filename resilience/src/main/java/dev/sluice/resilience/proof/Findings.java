package dev.sluice.resilience.proof;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Violations that were found.
public final class Findings {
    private final List<Finding> all = new ArrayList<>();
    private final Map<Invariant, Long> checked = new EnumMap<>(Invariant.class);

    /// A violation of an invariant.
    public record Finding(Invariant invariant, String how) {
        @Override
        public String toString() {
            return invariant + ": " + how;
        }
    }

    public synchronized void add(Invariant invariant, String how) {
        all.add(new Finding(invariant, how));
    }

    /// Counts a check, and adds a violation if it fails.
    public void unless(boolean holds, Invariant invariant, String how) {
        synchronized (this) {
            checked.merge(invariant, 1L, Long::sum);
        }
        if (!holds) {
            add(invariant, how);
        }
    }

    /// Returns the number of checks of each invariant.
    public synchronized Map<Invariant, Long> checked() {
        return new EnumMap<>(checked);
    }

    public synchronized List<Finding> all() {
        return List.copyOf(all);
    }

    public synchronized boolean isEmpty() {
        return all.isEmpty();
    }
}
