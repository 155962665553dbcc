package dev.sluice.db;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// Adds newly introduced data to existing rows, batch by batch in the order of a partial index of the rows to do. It
/// remembers its position: while an old snapshot is open, index entries of finished rows remain, and each batch would
/// otherwise scan past all of them.
///
/// @param <P> position of a row in the index
public final class Backfill<P> {
    private final P first;
    private final int batchMax;
    private final AtomicReference<P> after;

    /// @param first position before all rows
    public Backfill(P first, int batchMax) {
        this.first = first;
        this.batchMax = batchMax;
        this.after = new AtomicReference<>(first);
    }

    /// Processes the rows after a position, up to a maximum number, and returns their positions in order.
    @FunctionalInterface
    public interface Work<P> {
        List<P> after(P place, int most);
    }

    /// Processes the next batch. After the last row it starts again at the first one. Returns true if there may be
    /// more rows.
    public boolean step(Work<P> work) {
        var from = after.get();
        var done = work.after(from, batchMax);
        boolean isFull = done.size() == batchMax;
        after.set(isFull ? done.getLast() : first);
        return isFull || !from.equals(first);
    }
}
