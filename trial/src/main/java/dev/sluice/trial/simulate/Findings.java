package dev.sluice.trial.simulate;

import java.util.ArrayList;
import java.util.List;

/// What was found to be wrong.
final class Findings {
    private final List<Finding> all = new ArrayList<>();

    /// Something that must never be so, and is.
    record Finding(Invariant invariant, String how) {
        @Override
        public String toString() {
            return invariant + ": " + how;
        }
    }

    synchronized void add(Invariant invariant, String how) {
        all.add(new Finding(invariant, how));
    }

    /// Adds it unless something holds.
    void unless(boolean holds, Invariant invariant, String how) {
        if (!holds) {
            add(invariant, how);
        }
    }

    synchronized List<Finding> all() {
        return List.copyOf(all);
    }

    synchronized boolean isEmpty() {
        return all.isEmpty();
    }
}
