package dev.sluice.db;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// Rows of earlier times that get once what newer ones have from the start, batch after batch, in the order of an index
/// that has none but those to come. While an old snapshot is open, it keeps those that are done as well: nobody goes
/// through all of them for each batch.
///
/// @param <P> where a row stands in that order
public final class Backfill<P> {
    private final P first;
    private final int batchMax;
    private final AtomicReference<P> after;

    /// @param first before all rows
    public Backfill(P first, int batchMax) {
        this.first = first;
        this.batchMax = batchMax;
        this.after = new AtomicReference<>(first);
    }

    /// Does some rows after a place, so many at most, and gives where they stand, in their order.
    @FunctionalInterface
    public interface Work<P> {
        List<P> after(P place, int most);
    }

    /// Has some done, after those that were done last, and from the first on again once there are no more; true where
    /// there may be more.
    public boolean step(Work<P> work) {
        var from = after.get();
        var done = work.after(from, batchMax);
        boolean isFull = done.size() == batchMax;
        after.set(isFull ? done.getLast() : first);
        return isFull || !from.equals(first);
    }
}
