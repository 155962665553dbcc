package dev.sluice.trial.proof;

import java.util.ArrayList;
import java.util.List;

/// What was found to be wrong.
public final class Findings {
    private final List<Finding> all = new ArrayList<>();

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
        if (!holds) {
            add(invariant, how);
        }
    }

    public synchronized List<Finding> all() {
        return List.copyOf(all);
    }

    public synchronized boolean isEmpty() {
        return all.isEmpty();
    }
}
