package dev.sluice.resilience.proof;

import java.util.BitSet;

/// Positions of received events of a feed, one bit each, since an hour has millions of them.
public final class Positions {
    private final BitSet heard = new BitSet();

    synchronized void add(long position) {
        heard.set(Math.toIntExact(position));
    }

    public synchronized boolean contains(long position) {
        return heard.get(Math.toIntExact(position));
    }

    /// Returns the number of distinct positions up to one of them.
    public synchronized long count(long last) {
        return heard.get(0, Math.toIntExact(last) + 1).cardinality();
    }

    /// Forgets positions after one of them, since they belong to other events after a restore.
    ///
    /// @return number of forgotten positions
    synchronized long forgetAfter(long last) {
        int from = Math.toIntExact(last) + 1;
        int forgotten = heard.cardinality() - heard.get(0, from).cardinality();
        heard.clear(from, Math.max(from, heard.length()));
        return forgotten;
    }
}
