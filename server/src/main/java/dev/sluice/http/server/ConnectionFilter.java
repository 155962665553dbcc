package dev.sluice.http.server;

import dev.sluice.http.server.ConnectionDeadlines.What;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Set;

/// Accepts connections. A connection beyond the limit of its address is closed unread. For connections of a single
/// client, the deadline for the first request starts when the connection opens, not at its first byte.
final class ConnectionFilter implements ServerConnectionSelector {
    private final ServerConnectionSelector http;
    private final ConnectionLimiter limiter;
    private final ConnectionDeadlines deadlines;

    ConnectionFilter(Http1Config config, ConnectionLimiter limiter, ConnectionDeadlines deadlines) {
        this.http = Http1ConnectionSelector.builder().config(config).build();
        this.limiter = limiter;
        this.deadlines = deadlines;
    }

    @Override
    public int bytesToIdentifyConnection() {
        return http.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return http.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        var read = new RawContext(context);
        return new Counted(read, http.connection(read));
    }

    private final class Counted implements ServerConnection, InterruptableTask<Void> {
        private final ConnectionContext context;
        private final ServerConnection connection;

        private Counted(ConnectionContext context, ServerConnection connection) {
            this.context = context;
            this.connection = connection;
        }

        @Override
        public void handle(Limit limit) throws InterruptedException {
            var address = context.remotePeer().host();
            var permit = limiter.enter(address);
            if (permit.isEmpty()) {
                return;
            }
            var socket = context.serverSocket();
            // A proxy may open a connection early and send a request on it much later.
            if (!limiter.isShared(address)) {
                deadlines.begin(socket, What.HEAD);
            }
            try {
                connection.handle(limit);
            } finally {
                deadlines.remove(socket);
                permit.get().close();
            }
        }

        @Override
        public Duration idleTime() {
            return connection.idleTime();
        }

        @Override
        public void close(boolean interrupt) {
            connection.close(interrupt);
        }

        /// Lets the stopping server close idle connections at once.
        @Override
        public boolean canInterrupt() {
            return connection instanceof InterruptableTask<?> task && task.canInterrupt();
        }
    }
}
