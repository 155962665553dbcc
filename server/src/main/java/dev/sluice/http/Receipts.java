package dev.sluice.http;

import io.helidon.common.socket.HelidonSocket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Requests that are still coming in. The connection of one that takes too long is closed, since whoever sends a byte
/// now and then would hold it for ever: no timeout of a single read ends that.
final class Receipts implements AutoCloseable {
    private static final int LOOKS_PER_LIMIT = 4;

    private static final Logger LOG = LoggerFactory.getLogger(Receipts.class);

    private final Map<HelidonSocket, Long> begun = new ConcurrentHashMap<>();
    private final long limitNanos;
    private final ScheduledExecutorService watch;

    Receipts(Duration limit) {
        this.limitNanos = limit.toNanos();
        this.watch = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("receipts").factory());
        long period = limitNanos / LOOKS_PER_LIMIT;
        var _ = watch.scheduleWithFixedDelay(this::endLate, period, period, TimeUnit.NANOSECONDS);
    }

    /// The first line of a request has come in.
    void begin(HelidonSocket from) {
        begun.put(from, System.nanoTime());
    }

    /// The whole request has come in.
    void end(HelidonSocket from) {
        begun.remove(from);
    }

    private void endLate() {
        long now = System.nanoTime();
        begun.forEach((socket, start) -> {
            if (now - start > limitNanos && begun.remove(socket, start)) {
                close(socket);
            }
        });
    }

    /// One that does not close must not keep the others open: what throws is not run again.
    private static void close(HelidonSocket socket) {
        try {
            socket.close();
        } catch (RuntimeException broken) {
            LOG.debug("a connection that was too slow did not close", broken);
        }
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }
}
