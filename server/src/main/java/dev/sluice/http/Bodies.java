package dev.sluice.http;

import java.util.concurrent.atomic.AtomicLong;

/// The bytes of requests' bodies that a node holds at once, from the first that comes in to the end of the request.
/// Whoever sends much at a time when others do, or holds back the end of what they send, is refused before the memory
/// is gone; a small body has its place whatever else comes in.
final class Bodies {
    /// Up to this length a body needs no room of all: there are few enough connections for each to have as much.
    static final int SMALL_BYTES_MAX = 8 * 1024;

    /// What is parsed from a body takes many times its length.
    private static final int HEAP_SHARE = 16;

    private final long bytesMax;
    private final AtomicLong held = new AtomicLong();

    Bodies(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /// As much as this process' memory allows.
    static Bodies ofHeap() {
        return new Bodies(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    }

    long held() {
        return held.get();
    }

    /// One request's part of it, nothing so far.
    Hold hold() {
        return new Hold();
    }

    final class Hold implements AutoCloseable {
        private long bytes;

        private Hold() {}

        /// Makes it so many bytes in all; false, and nothing changed, where there is no room for them.
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

        /// Whether there is room for so many bytes now, which others may take before they come in.
        boolean mayGrow(long toBytes) {
            return toBytes <= SMALL_BYTES_MAX || held.get() + toBytes - bytes <= bytesMax;
        }

        /// Gives up all of it.
        @Override
        public void close() {
            held.addAndGet(-bytes);
            bytes = 0;
        }
    }
}
