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

/// What connections are waited for, and until when. One that takes too long is closed, since whoever sends a byte now
/// and then, or never reads, would hold it for ever: no timeout of a single read ends that, and writes have none.
final class Waits implements AutoCloseable {
    private static final int LOOKS_PER_LIMIT = 4;

    private static final Logger LOG = LoggerFactory.getLogger(Waits.class);

    private final Map<Wait, Long> untilNanos = new ConcurrentHashMap<>();
    private final Server.Patience patience;
    private final ScheduledExecutorService watch;

    Waits(Server.Patience patience) {
        this.patience = patience;
        this.watch = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("waits").factory());
        long period = patience.shortest().toNanos() / LOOKS_PER_LIMIT;
        var _ = watch.scheduleWithFixedDelay(this::endLate, period, period, TimeUnit.NANOSECONDS);
    }

    /// What a connection is waited for.
    enum What {
        /// A request's first line and headers: the first ones from when it is opened.
        HEAD,
        /// The whole of a request whose first line is there.
        REQUEST,
        /// That what is written is read.
        READER
    }

    private record Wait(HelidonSocket socket, What what) {}

    /// Waits from now on, or goes on waiting.
    void begin(HelidonSocket socket, What what) {
        untilNanos.putIfAbsent(
                new Wait(socket, what), System.nanoTime() + limit(what).toNanos());
    }

    /// It came.
    void end(HelidonSocket socket, What what) {
        untilNanos.remove(new Wait(socket, what));
    }

    /// The connection has ended.
    void forget(HelidonSocket socket) {
        for (var what : What.values()) {
            end(socket, what);
        }
    }

    private Duration limit(What what) {
        return switch (what) {
            case HEAD -> patience.head();
            case REQUEST -> patience.request();
            case READER -> patience.reader();
        };
    }

    private void endLate() {
        long now = System.nanoTime();
        untilNanos.forEach((wait, until) -> {
            if (now - until > 0 && untilNanos.remove(wait, until)) {
                close(wait.socket());
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
