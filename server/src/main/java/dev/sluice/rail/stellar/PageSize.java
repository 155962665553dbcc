package dev.sluice.rail.stellar;

import java.util.function.IntFunction;

/// How many records of a list are asked for at once: fewer after a page that could not be had, and more again
/// after some that could. Anybody can make records large, with many operations in one transaction, and whoever
/// asked for the same page of them again would never come past it.
final class PageSize {
    private static final int RECORDS_MAX = 200;
    /// Larger pages are tried now and then only: each that cannot be had costs a wait.
    private static final int GROWS_AFTER = 4;

    private int records = RECORDS_MAX;
    private int hadInARow;

    /// Reads something in pages of as many.
    <R> R read(IntFunction<R> pages) {
        int now = records();
        try {
            var read = pages.apply(now);
            had();
            return read;
        } catch (HorizonAway away) {
            missed(now);
            throw away;
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

    /// Several who asked at the same time, and missed the same, make it smaller once.
    private synchronized void missed(int asked) {
        hadInARow = 0;
        records = Math.min(records, Math.max(1, asked / 2));
    }
}
