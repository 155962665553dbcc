package dev.sluice.rail.evm.rpc;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// An endpoint that forwards requests to a node, or misbehaves.
public final class TestProxy implements AutoCloseable {
    private final HttpServer server;
    private final URI node;
    private final HttpClient client = HttpClient.newHttpClient();
    private volatile Function<byte[], Act> manner = _ -> Act.PASS;
    private volatile Function<byte[], Optional<String>> word = _ -> Optional.empty();
    private volatile String answer = "";

    /// The requested methods.
    public final List<String> asked = new CopyOnWriteArrayList<>();

    /// Treatment of a request.
    public enum Act {
        PASS,
        /// Forwards the request and loses the answer.
        LOSE_ANSWER,
        HANG_UP,
        /// Returns the test's answer, with 200 or with the status in the name.
        ANSWER,
        ANSWER_400,
        ANSWER_413,
        ANSWER_500,
        ANSWER_429
    }

    /// Chooses the treatment of a method's requests.
    @FunctionalInterface
    public interface Manner {
        Act of(String method);
    }

    public TestProxy(URI node) {
        this.node = node;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v3/a-secret-in-the-path");
    }

    public void behave(Manner how) {
        manner = body -> how.of(method(body));
    }

    public void behave(Manner how, String text) {
        answer = text;
        behave(how);
    }

    public void behaveByBody(Function<byte[], Act> how, String text) {
        answer = text;
        manner = how;
    }

    /// Answers some requests itself, regardless of the treatment of the rest.
    public void say(Function<byte[], Optional<String>> own) {
        word = own;
    }

    private static String method(byte[] body) {
        return Json.parse(body).get("method").stringValue();
    }

    /// Returns an error in the format of a node.
    public static String error(int code, String message) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\"}}";
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readAllBytes();
            asked.add(method(body));
            var own = word.apply(body);
            if (own.isPresent()) {
                reply(exchange, 200, own.get().getBytes(StandardCharsets.UTF_8));
                return;
            }
            switch (manner.apply(body)) {
                case PASS -> reply(exchange, 200, passedOn(body));
                case LOSE_ANSWER -> passedOn(body);
                case HANG_UP -> {}
                case ANSWER -> reply(exchange, 200, answer.getBytes(StandardCharsets.UTF_8));
                case ANSWER_400 -> reply(exchange, 400, answer.getBytes(StandardCharsets.UTF_8));
                case ANSWER_413 -> reply(exchange, 413, answer.getBytes(StandardCharsets.UTF_8));
                case ANSWER_500 -> reply(exchange, 500, answer.getBytes(StandardCharsets.UTF_8));
                case ANSWER_429 -> reply(exchange, 429, answer.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private byte[] passedOn(byte[] body) throws IOException {
        var request = HttpRequest.newBuilder(node)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
        } catch (InterruptedException interrupted) {
            throw new IOException(interrupted);
        }
    }

    private static void reply(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        client.close();
    }
}
