package dev.sluice.http.server;

import dev.sluice.http.Answer;
import dev.sluice.http.Dispatcher;
import dev.sluice.http.Envelope;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Routes;
import dev.sluice.http.ServiceRoutes;
import dev.sluice.http.server.BodyReader.Outcome.Complete;
import dev.sluice.http.server.BodyReader.Outcome.Cut;
import dev.sluice.http.server.BodyReader.Outcome.MalformedFraming;
import dev.sluice.net.TrustedProxies;
import dev.sluice.refusal.CannotStart;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The HTTP listener. Every request has its own virtual thread. Bodies of at most 1 MiB are read whole before anything
/// is parsed.
public final class Server implements AutoCloseable {
    static final int BODY_BYTES_MAX = 1024 * 1024;

    private static final Duration GRACE = Duration.ofSeconds(10);
    static final Patience PATIENCE =
            new Patience(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(2), Duration.ofMinutes(5));

    /// Twice the memory that a connection takes by itself: its buffer, thread, headers and a small body.
    private static final long BYTES_PER_CONNECTION = 96L * 1024;
    /// Even with more memory there are rarely more sockets than this.
    private static final int CONNECTIONS_MAX = 16_384;
    /// Minimum number of addresses that it takes to use up all connections.
    private static final int ADDRESSES_MIN = 4;

    private static final int LOOKS_PER_IDLE = 4;
    private static final int HEADER_BYTES_MAX = 16 * 1024;
    private static final byte[] NO_BYTES = {};
    private static final String COOKIE = "Cookie";
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private static final Logger LOG = LoggerFactory.getLogger(Server.class);

    /// Empty once the server is closed: the web server's timer for idle connections keeps a reference to its
    /// routes (helidon #11939), and through them would keep the whole node in memory.
    private final AtomicReference<@Nullable Dispatcher> dispatching;

    /// Once set, each answer is the last one of its connection, even of a connection accepted just now: on stop,
    /// the web server closes only the connections that it knows.
    private volatile boolean closing;

    private final TrustedProxies proxies;
    private final PublicScheme publicScheme;
    private final Admission admission;
    private final Feeds feeds = new Feeds();
    private final ConnectionDeadlines deadlines;
    private final Bodies bodies;
    private final WebServer server;

    private Server(
            String host,
            int port,
            Dispatcher dispatcher,
            TransportErrors errors,
            TrustedProxies proxies,
            PublicScheme publicScheme,
            Admission admission,
            Bounds bounds) {
        this.dispatching = new AtomicReference<>(dispatcher);
        this.proxies = proxies;
        this.publicScheme = publicScheme;
        this.admission = admission;
        var patience = bounds.patience();
        this.deadlines = new ConnectionDeadlines(patience);
        this.bodies = bounds.bodies();
        this.server = WebServer.builder()
                .host(host)
                .port(port)
                .shutdownGracePeriod(GRACE)
                .shutdownHook(false)
                .protocolsDiscoverServices(false)
                .contentEncoding(new PlainBodies())
                .maxTcpConnections(connectionsMax())
                .idleConnectionTimeout(patience.idle())
                .idleConnectionPeriod(patience.idle().dividedBy(LOOKS_PER_IDLE))
                .errorHandling(handling -> handling.includeEntity(true))
                .directHandlers(everyFailure(errors))
                .connectionOptions(options -> options.tcpNoDelay(true))
                .addConnectionSelector(new ConnectionFilter(http(deadlines), bounds.limiter(), deadlines))
                .routing(routing -> routing.any(this::serve))
                .build();
    }

    /// Starts the listener; port 0 picks a free one.
    public static Server start(
            String host,
            int port,
            Routes routes,
            Envelope envelope,
            MeterRegistry meters,
            TrustedProxies proxies,
            PublicScheme publicScheme,
            Admission admission) {
        if (new InetSocketAddress(host, port).isUnresolved()) {
            throw new CannotListen(host, port);
        }
        var dispatcher = new Dispatcher(routes, envelope, meters);
        var limiter = ConnectionLimiter.behind(proxies, connectionsMax() / ADDRESSES_MIN);
        var bounds = new Bounds(PATIENCE, Bodies.ofHeap(), limiter);
        return start(host, port, dispatcher, envelope, proxies, publicScheme, admission, bounds);
    }

    static Server start(
            String host,
            int port,
            Dispatcher dispatcher,
            Envelope envelope,
            TrustedProxies proxies,
            PublicScheme publicScheme,
            Admission admission,
            Bounds bounds) {
        var errors = new TransportErrors(envelope, publicScheme);
        var server = new Server(host, port, dispatcher, errors, proxies, publicScheme, admission, bounds);
        server.server.start();
        if (!server.server.isRunning() || server.port() < 0) {
            throw new CannotListen(host, port);
        }
        return server;
    }

    public int port() {
        return server.port();
    }

    /// Stops accepting connections, waits a bounded time for requests under way, and closes.
    @Override
    public void close() {
        closing = true;
        feeds.close();
        server.stop();
        deadlines.close();
        dispatching.set(null);
    }

    /// Deadlines of connections.
    ///
    /// @param head time for a request's first line and headers, for the first request from the opening of the
    ///     connection
    /// @param request time for a request to arrive, from its first line to its end
    /// @param reader time for the client to read written data
    /// @param idle time that a connection may stay open between requests
    record Patience(Duration head, Duration request, Duration reader, Duration idle) {
        Duration shortest() {
            return Collections.min(List.of(head, request, reader));
        }
    }

    /// Limits on clients.
    record Bounds(Patience patience, Bodies bodies, ConnectionLimiter limiter) {}

    /// The listener cannot bind its address. The web server only logs that and keeps running without a listener.
    public static final class CannotListen extends CannotStart {
        private static final long serialVersionUID = 1L;

        CannotListen(String host, int port) {
            super(
                    "cannot listen on %s, port %d: %s; see SLUICE_HOST and SLUICE_PORT"
                            .formatted(host, port, reason(host, port)),
                    null);
        }

        private static String reason(String host, int port) {
            try (var probe = new ServerSocket()) {
                probe.bind(new InetSocketAddress(host, port));
                return "the listener did not start";
            } catch (IOException refused) {
                return String.valueOf(refused.getMessage());
            }
        }
    }

    private void serve(ServerRequest in, ServerResponse out) {
        var dispatcher = dispatching.get();
        if (dispatcher == null) {
            throw new CloseConnectionException("The server is closed");
        }
        try (var hold = bodies.hold()) {
            serve(in, out, dispatcher, hold);
        }
        // The web server announces the close in its answer but keeps the connection open.
        if (closing || in.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
            throw new CloseConnectionException("The last request of its connection (RFC 9112, 9.6)");
        }
    }

    private void serve(ServerRequest in, ServerResponse out, Dispatcher dispatcher, Bodies.Hold hold) {
        var connection = Connection.current();
        var method = connection.method();
        var known = method(method);
        var body = HeadFaults.of(in, method)
                .<BodyReader.Outcome>map(refused -> new Cut(refused, 0))
                .orElseGet(() -> BodyReader.read(in, connection, hold, BODY_BYTES_MAX));
        boolean head = method.equals("HEAD");
        var whole = new Request(
                RequestIds.of(in.headers()),
                known.orElse(Method.GET),
                HeadFaults.path(in.prologue().uriPath().rawPath()),
                in.prologue().query().rawValue(),
                body instanceof Complete(var bytes) ? bytes : NO_BYTES,
                proxies.clientAddress(
                        in.remotePeer().host(),
                        String.join(",", in.headers().all(HeaderNames.X_FORWARDED_FOR, List::of))),
                Map.of(),
                name -> header(in, name));
        var request = head ? whole.asHead() : whole;
        if (body instanceof MalformedFraming(var refused)) {
            throw refuse(out, request, dispatcher.refuse(request, refused));
        }
        if (body instanceof Cut(var refused, var read)) {
            var closing = refuse(out, request, cut(dispatcher, request, refused));
            connection.drain(read);
            throw closing;
        }
        connection.received();
        var answer = admitted(dispatcher, request, () -> dispatcher.dispatch(request, known.isPresent()));
        var feed = answer.feed();
        var writing = answer.writing();
        try {
            if (feed != null && !head && !feeds.begin()) {
                answer = dispatcher.refuse(request, Refusal.UNAVAILABLE);
            }
            send(out, request, answer, head);
        } finally {
            if (feed != null) {
                feed.close();
            }
            if (writing != null) {
                writing.close();
            }
        }
    }

    /// Sends an answer and closes the connection: its unread rest allows no further request.
    private CloseConnectionException refuse(ServerResponse out, Request request, Answer answer) {
        send(out, request, answer.with("Connection", "close"), request.isHead());
        return new CloseConnectionException("The request was refused before its end");
    }

    /// Answers a request that was refused while its body was read. For an oversized body, the dashboard shows a
    /// page.
    private Answer cut(Dispatcher dispatcher, Request request, Refused refused) {
        return refused.refusal() == Refusal.BODY_TOO_LARGE
                ? admitted(dispatcher, request, () -> dispatcher.tooLarge(request))
                : dispatcher.refuse(request, refused);
    }

    /// Answers a request unless the admission limit is reached. Health checks and metrics are exempt.
    private Answer admitted(Dispatcher dispatcher, Request request, Supplier<Answer> answer) {
        if (ServiceRoutes.isWatching(request.path())) {
            return answer.get();
        }
        boolean writes = request.method() != Method.GET;
        if (!admission.tryAcquire(writes)) {
            return dispatcher.refuse(request, Refusal.UNAVAILABLE);
        }
        try {
            return answer.get();
        } finally {
            admission.release(writes);
        }
    }

    private @Nullable String header(ServerRequest in, String name) {
        var header = HeaderNames.create(name);
        if (name.equalsIgnoreCase(IDEMPOTENCY_KEY)) {
            // With several keys, the right one is unknown. The values are joined by a line end, which
            // makes them an invalid key.
            return in.headers().contains(header)
                    ? String.join("\n", in.headers().all(header, List::of))
                    : null;
        }
        var value = in.headers().first(header).orElse(null);
        return name.equalsIgnoreCase(COOKIE) ? publicScheme.received(value) : value;
    }

    private void send(ServerResponse out, Request request, Answer answer, boolean head) {
        out.status(TransportErrors.status(answer.status()));
        out.header(HeaderNames.CONTENT_TYPE, answer.contentType());
        out.header(RequestIds.HEADER, request.id());
        publicScheme.headers().forEach(out::header);
        answer.headers().forEach((name, value) -> out.header(HeaderNames.create(name), value));
        if (closing) {
            out.header(HeaderValues.CONNECTION_CLOSE);
        }
        answer.cookies().forEach(cookie -> out.headers().add(HeaderNames.SET_COOKIE, publicScheme.sent(cookie)));
        var connection = Connection.current();
        if (head && (answer.feed() != null || answer.writing() != null)) {
            connection.sendWithoutLength(() -> out.send());
        } else if (head) {
            out.headers().contentLength(answer.body().length);
            connection.send(() -> out.send());
        } else if (answer.feed() != null) {
            feeds.write(connection.sending(out.outputStream()), answer.feed());
            end(out, connection);
        } else if (answer.writing() != null) {
            write(out, connection, request, answer.writing());
        } else {
            connection.send(() -> out.send(answer.body()));
        }
    }

    /// Ends the body now: the web server would do so later, when the connection may already be closed.
    private static void end(ServerResponse out, Connection connection) {
        if (out instanceof RoutingResponse response) {
            connection.send(response::commit);
        }
    }

    /// Streams a body. A body that fails is left unterminated, so that no client takes it for complete.
    private static void write(ServerResponse out, Connection connection, Request request, Answer.Writing writing) {
        try {
            var stream = connection.sending(out.outputStream());
            writing.to(stream);
            stream.close();
            end(out, connection);
        } catch (IOException | UncheckedIOException left) {
            throw new CloseConnectionException("The reader has gone", left);
        } catch (RuntimeException failed) {
            LOG.error("the response body of request {} {} was aborted", request.id(), request.path(), failed);
            throw new CloseConnectionException("The body broke off", failed);
        }
    }

    private static Http1Config http(ConnectionDeadlines deadlines) {
        return Http1Config.builder()
                .maxHeadersSize(HEADER_BYTES_MAX)
                .maxPrologueLength(HEADER_BYTES_MAX)
                .validatePath(false)
                .addReceiveListener(Connection.listener(deadlines))
                .addSendListener(Connection.sender())
                .build();
    }

    private static int connectionsMax() {
        return (int) Math.min(CONNECTIONS_MAX, Runtime.getRuntime().maxMemory() / BYTES_PER_CONNECTION);
    }

    private static DirectHandlers everyFailure(TransportErrors errors) {
        var handlers = DirectHandlers.builder();
        for (var type : DirectHandler.EventType.values()) {
            handlers.addHandler(type, errors);
        }
        return handlers.build();
    }

    /// Maps HEAD to GET. The dispatcher answers unknown methods with 405.
    private static Optional<Method> method(String text) {
        return switch (text) {
            case "GET", "HEAD" -> Optional.of(Method.GET);
            case "POST" -> Optional.of(Method.POST);
            case "PATCH" -> Optional.of(Method.PATCH);
            case "DELETE" -> Optional.of(Method.DELETE);
            default -> Optional.empty();
        };
    }
}
