package dev.sluice.rail.iso20022.simulate;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// The most heap in use after a collection, looked at while the work goes on.
public final class PeakHeap {
    private static final Duration EVERY = Duration.ofMillis(500);

    private final long before;
    private final AtomicLong peak = new AtomicLong();
    private final Thread thread;

    private PeakHeap() {
        before = used();
        thread = Thread.ofPlatform().daemon().start(this::look);
    }

    public static PeakHeap watch() {
        return new PeakHeap();
    }

    private void look() {
        try {
            while (true) {
                peak.accumulateAndGet(used(), Math::max);
                Thread.sleep(EVERY);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Ends the watch, and returns the bytes that were in use beyond those at its beginning.
    public long more() throws InterruptedException {
        thread.interrupt();
        thread.join();
        return Math.max(0, peak.get() - before);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
