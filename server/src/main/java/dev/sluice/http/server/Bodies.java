package dev.sluice.http.server;

import java.util.concurrent.atomic.AtomicLong;

/// Limits the memory that request bodies take on a node, counted from the first byte received to the end of the
/// request. A client that sends large bodies while others do, or withholds the end of a body, is refused before memory
/// runs out. Small bodies are always accepted.
final class Bodies {
    /// Bodies up to this length are not counted: connections are few enough for each to hold one.
    static final int SMALL_BYTES_MAX = 8 * 1024;

    /// Share of the heap for raw bodies: the parsed form of a body takes many times its length.
    private static final int HEAP_SHARE = 16;

    private final long bytesMax;
    private final AtomicLong held = new AtomicLong();

    Bodies(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /// Returns a limit in proportion to the maximum heap size.
    static Bodies ofHeap() {
        return new Bodies(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    }

    long held() {
        return held.get();
    }

    /// Opens the reservation of one request, empty at first.
    Hold hold() {
        return new Hold();
    }

    final class Hold implements AutoCloseable {
        private long bytes;

        private Hold() {}

        /// Grows the reservation to a total in bytes. Returns false and changes nothing if memory is short.
        boolean grow(long toBytes) {
            if (toBytes <= SMALL_BYTES_MAX) {
                return true;
            }
            long more = toBytes - bytes;
            long now = held.get();
            while (now + more <= bytesMax) {
                if (held.compareAndSet(now, now + more)) {
                    bytes = toBytes;
                    return true;
                }
                now = held.get();
            }
            return false;
        }

        /// Returns true if the reservation could grow now. Nothing is reserved: other requests may take the
        /// memory first.
        boolean mayGrow(long toBytes) {
            return toBytes <= SMALL_BYTES_MAX || held.get() + toBytes - bytes <= bytesMax;
        }

        /// Releases the reservation.
        @Override
        public void close() {
            held.addAndGet(-bytes);
            bytes = 0;
        }
    }
}
