package dev.sluice.trial.proof;

import java.util.BitSet;

/// Which events of a feed have arrived, by their positions: a bit each, since an hour brings millions.
public final class Positions {
    private final BitSet heard = new BitSet();

    synchronized void add(long position) {
        heard.set(Math.toIntExact(position));
    }

    public synchronized boolean contains(long position) {
        return heard.get(Math.toIntExact(position));
    }

    /// How many there are up to one of them, counted once each.
    public synchronized long count(long last) {
        return heard.get(0, Math.toIntExact(last) + 1).cardinality();
    }

    /// Forgets all after one of them: time is turned back, and these positions will be others' events.
    ///
    /// @return how many were forgotten
    synchronized long forgetAfter(long last) {
        int from = Math.toIntExact(last) + 1;
        int forgotten = heard.cardinality() - heard.get(0, from).cardinality();
        heard.clear(from, Math.max(from, heard.length()));
        return forgotten;
    }
}
