package dev.sluice.security;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// A third-party server with correct HTTP and test-defined answers.
final class Nonsense implements AutoCloseable {
    private static final int BACKLOG = 50;
    private static final int OK = 200;

    private final HttpServer server;

    private Nonsense(HttpServer server) {
        this.server = server;
    }

    /// @param answer response by request: its path, a space, and its body
    static Nonsense telling(Function<String, String> answer) throws IOException {
        return answering(OK, "", answer);
    }

    /// Returns a server with a status and, if given, a redirect target.
    static Nonsense answering(int status, String location, Function<String, String> answer) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                var asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                var body = answer.apply(exchange.getRequestURI() + " " + asked).getBytes(StandardCharsets.UTF_8);
                if (!location.isEmpty()) {
                    exchange.getResponseHeaders().add("Location", location);
                }
                exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
                if (body.length > 0) {
                    exchange.getResponseBody().write(body);
                }
            }
        });
        server.start();
        return new Nonsense(server);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
