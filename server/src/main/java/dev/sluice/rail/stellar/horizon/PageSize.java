package dev.sluice.rail.stellar.horizon;

import java.util.function.IntFunction;

/// Adaptive page size: halved after a page that failed to load, and doubled after several that loaded. Anyone can
/// make records large by putting many operations into one transaction. With a fixed page size, the reader would
/// request the same oversized page forever.
final class PageSize {
    private static final int RECORDS_MAX = 200;
    /// Larger pages are tried only occasionally, because each failure costs a wait.
    private static final int GROWS_AFTER = 4;

    private int records = RECORDS_MAX;
    private int hadInARow;

    /// Runs a read with the current page size and adapts the size to its result.
    <R> R read(IntFunction<R> pages) {
        int now = records();
        try {
            var read = pages.apply(now);
            had();
            return read;
        } catch (HorizonUnavailable unavailable) {
            missed(now);
            throw unavailable;
        }
    }

    private synchronized int records() {
        return records;
    }

    private synchronized void had() {
        hadInARow++;
        if (hadInARow >= GROWS_AFTER) {
            hadInARow = 0;
            records = Math.min(RECORDS_MAX, 2 * records);
        }
    }

    /// Concurrent readers that fail with the same page size reduce it only once.
    private synchronized void missed(int asked) {
        hadInARow = 0;
        records = Math.min(records, Math.max(1, asked / 2));
    }
}
