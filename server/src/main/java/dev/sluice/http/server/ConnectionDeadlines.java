package dev.sluice.http.server;

import io.helidon.common.socket.HelidonSocket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deadlines of connections. A connection that misses one is closed: a client that sends a byte now and then, or never
/// reads, would otherwise hold it for ever. Read timeouts do not catch that, and writes have no timeout.
final class ConnectionDeadlines implements AutoCloseable {
    private static final int LOOKS_PER_LIMIT = 4;

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionDeadlines.class);

    private final Map<Wait, Long> untilNanos = new ConcurrentHashMap<>();
    private final Server.Patience patience;
    private final ScheduledExecutorService watch;

    ConnectionDeadlines(Server.Patience patience) {
        this.patience = patience;
        this.watch = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("connection-deadlines").factory());
        long period = patience.shortest().toNanos() / LOOKS_PER_LIMIT;
        var _ = watch.scheduleWithFixedDelay(this::endLate, period, period, TimeUnit.NANOSECONDS);
    }

    /// Kinds of deadlines.
    enum What {
        /// A request's first line and headers, for the first request from the opening of the connection.
        HEAD,
        /// The rest of a request after its first line.
        REQUEST,
        /// The client's reading of written data.
        READER
    }

    private record Wait(HelidonSocket socket, What what) {}

    /// Starts a deadline unless it is already running.
    void begin(HelidonSocket socket, What what) {
        untilNanos.putIfAbsent(
                new Wait(socket, what), System.nanoTime() + limit(what).toNanos());
    }

    /// Ends a deadline that was met.
    void end(HelidonSocket socket, What what) {
        untilNanos.remove(new Wait(socket, what));
    }

    /// Ends all deadlines of a closed connection.
    void remove(HelidonSocket socket) {
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

    /// Catches exceptions: they would stop the scheduled task, and then no late connection would be closed any
    /// more.
    private static void close(HelidonSocket socket) {
        try {
            socket.close();
        } catch (RuntimeException broken) {
            LOG.debug("a slow connection failed to close", broken);
        }
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }
}
