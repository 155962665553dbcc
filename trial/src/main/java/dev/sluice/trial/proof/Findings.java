package dev.sluice.trial.proof;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What was found to be wrong.
public final class Findings {
    private final List<Finding> all = new ArrayList<>();
    private final Map<Invariant, Long> checked = new EnumMap<>(Invariant.class);

    /// Something that must never be so, and is.
    public record Finding(Invariant invariant, String how) {
        @Override
        public String toString() {
            return invariant + ": " + how;
        }
    }

    public synchronized void add(Invariant invariant, String how) {
        all.add(new Finding(invariant, how));
    }

    /// Adds it unless something holds.
    public void unless(boolean holds, Invariant invariant, String how) {
        synchronized (this) {
            checked.merge(invariant, 1L, Long::sum);
        }
        if (!holds) {
            add(invariant, how);
        }
    }

    /// How often each invariant was looked at.
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
