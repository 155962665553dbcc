package dev.sluice.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.app.Eventually;
import dev.sluice.http.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToIntFunction;
import tools.jackson.databind.JsonNode;

/// A merchant's webhook receiver with test-defined responses.
final class Receiver implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final List<Got> got = new CopyOnWriteArrayList<>();

    /// Response status to a webhook.
    volatile ToIntFunction<Got> answer = _ -> 204;

    Receiver() throws IOException {
        this(0);
    }

    Receiver(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    /// A received message and the status of its response.
    record Got(String id, String timestamp, String signature, String body, int status) {
        Terminal.Printed verified(Terminal terminal, String secret, Path dir) throws IOException {
            var file = Files.writeString(Files.createTempFile(dir, "body", ".json"), body);
            return terminal.run(
                    "verify-signature",
                    "webhook",
                    "--id",
                    id,
                    "--timestamp",
                    timestamp,
                    "--signature",
                    signature,
                    "--secret",
                    secret,
                    "--body",
                    file.toString());
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + port() + "/hook");
    }

    int port() {
        return server.getAddress().getPort();
    }

    List<Got> got() {
        return got;
    }

    /// Returns the received event with an id.
    JsonNode event(String id) {
        var body = got.stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow()
                .body();
        return Json.parse(body.getBytes(StandardCharsets.UTF_8));
    }

    /// Returns the ids of the accepted messages, in order.
    List<String> ids() {
        return got.stream()
                .filter(each -> each.status() / 100 == 2)
                .map(Got::id)
                .toList();
    }

    /// Waits until a number of messages were accepted.
    void await(int count) {
        Eventually.within(PATIENCE, count + " are taken", () -> ids().size() >= count, got::toString);
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = exchange.getRequestHeaders();
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var came = new Got(
                    headers.getFirst("webhook-id"),
                    headers.getFirst("webhook-timestamp"),
                    headers.getFirst("webhook-signature"),
                    body,
                    0);
            int status = answer.applyAsInt(came);
            got.add(new Got(came.id(), came.timestamp(), came.signature(), body, status));
            exchange.sendResponseHeaders(status, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
