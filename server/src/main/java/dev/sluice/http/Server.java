package dev.sluice.http;

import dev.sluice.refusal.Refusal;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// The listener. Every request has a virtual thread of its own; bodies are read whole, at most 1 MiB, before anything
/// is parsed.
public final class Server implements AutoCloseable {
    static final int BODY_BYTES_MAX = 1024 * 1024;
    /// What is read away of an oversized body, so that its sender sees the answer and not a reset connection.
    private static final int DRAINED_BYTES_MAX = 64 * 1024 * 1024;

    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final int HEADER_BYTES_MAX = 16 * 1024;
    private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");
    private static final byte[] NO_BYTES = {};
    private static final HeaderName REQUEST_ID_HEADER = HeaderNames.create("X-Request-Id");

    private final Dispatcher dispatcher;
    private final TrustedProxies proxies;
    private final WebServer server;

    private Server(String host, int port, Dispatcher dispatcher, TrustedProxies proxies) {
        this.dispatcher = dispatcher;
        this.proxies = proxies;
        this.server = WebServer.builder()
                .host(host)
                .port(port)
                .shutdownGracePeriod(GRACE)
                .shutdownHook(false)
                .protocolsDiscoverServices(true)
                .connectionOptions(options -> options.tcpNoDelay(true))
                .addProtocol(Http1Config.builder()
                        .maxHeadersSize(HEADER_BYTES_MAX)
                        .maxPrologueLength(HEADER_BYTES_MAX)
                        .validatePath(false)
                        .build())
                .routing(routing -> routing.any(this::serve))
                .build();
    }

    /// Listens on an address; port 0 picks a free one.
    public static Server start(
            String host, int port, Routes routes, Envelope envelope, MeterRegistry meters, TrustedProxies proxies) {
        var server = new Server(host, port, new Dispatcher(routes, envelope, meters), proxies);
        server.server.start();
        return server;
    }

    public int port() {
        return server.port();
    }

    /// Stops accepting, lets what is under way finish (bounded), and closes.
    @Override
    public void close() {
        server.stop();
    }

    private void serve(ServerRequest in, ServerResponse out) {
        var method = in.prologue().method().text();
        var known = method(method);
        var body = read(in);
        var request = new Request(
                in.headers()
                        .first(REQUEST_ID_HEADER)
                        .filter(id -> REQUEST_ID.matcher(id).matches())
                        .orElseGet(() -> UUID.randomUUID().toString()),
                known.orElse(Method.GET),
                in.prologue().uriPath().rawPath(),
                in.prologue().query().rawValue(),
                body.orElse(NO_BYTES),
                proxies.clientAddress(
                        in.remotePeer().host(),
                        in.headers().first(HeaderNames.X_FORWARDED_FOR).orElse("")),
                Map.of(),
                name -> in.headers().first(HeaderNames.create(name)).orElse(null));
        var answer = body.isEmpty()
                ? dispatcher.refuse(request, Refusal.BODY_TOO_LARGE)
                : dispatcher.dispatch(request, known.isPresent());
        send(out, request, answer, method.equals("HEAD"));
    }

    private static void send(ServerResponse out, Request request, Answer answer, boolean head) {
        out.status(Status.create(answer.status()));
        out.header(HeaderNames.CONTENT_TYPE, answer.contentType());
        if (!answer.headers().containsKey("X-Request-Id")) {
            out.header(REQUEST_ID_HEADER, request.id());
        }
        answer.headers().forEach((name, value) -> out.header(HeaderNames.create(name), value));
        if (head) {
            out.headers().contentLength(answer.body().length);
            out.send();
        } else {
            out.send(answer.body());
        }
    }

    /// HEAD runs as GET; other methods that no route has are answered 405 by the dispatcher.
    private static Optional<Method> method(String text) {
        return switch (text) {
            case "GET", "HEAD" -> Optional.of(Method.GET);
            case "POST" -> Optional.of(Method.POST);
            case "PATCH" -> Optional.of(Method.PATCH);
            case "DELETE" -> Optional.of(Method.DELETE);
            default -> Optional.empty();
        };
    }

    /// The body's bytes, or nothing where it is too large.
    private static Optional<byte[]> read(ServerRequest in) {
        if (!in.content().hasEntity()) {
            return Optional.of(NO_BYTES);
        }
        try (InputStream stream = in.content().inputStream()) {
            var bytes = stream.readNBytes(BODY_BYTES_MAX + 1);
            if (bytes.length <= BODY_BYTES_MAX) {
                return Optional.of(bytes);
            }
            drain(stream);
            return Optional.empty();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static void drain(InputStream stream) throws IOException {
        var sink = new byte[64 * 1024];
        for (long drained = 0; drained < DRAINED_BYTES_MAX; ) {
            int read = stream.read(sink);
            if (read < 0) {
                return;
            }
            drained += read;
        }
    }
}
