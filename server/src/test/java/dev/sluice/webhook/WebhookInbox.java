package dev.sluice.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.app.Eventually;
import dev.sluice.http.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// A merchant's receiver on this machine: it stores messages, and answers as configured.
final class WebhookInbox implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<ReceivedMessage> deliveries = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private volatile int status = 200;
    private volatile String retryAfter = "";
    private volatile CountDownLatch held = new CountDownLatch(0);

    WebhookInbox() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    /// A received message.
    record ReceivedMessage(String id, String timestamp, String signature, byte[] body) {
        JsonNode json() {
            return Json.parse(body);
        }

        String type() {
            return json().path("type").asString("");
        }

        String about() {
            return json().path("orderId").asString("");
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/webhooks";
    }

    /// Sets the status of answers from now on, and their `Retry-After` unless it is empty.
    void answer(int otherStatus, String otherRetryAfter) {
        status = otherStatus;
        retryAfter = otherRetryAfter;
    }

    /// Withholds answers from now on.
    void hold() {
        held = new CountDownLatch(1);
    }

    /// Sends the withheld answers, and answers immediately again.
    void release() {
        held.countDown();
    }

    List<ReceivedMessage> messages() {
        return List.copyOf(deliveries);
    }

    /// Returns the first message of a type about a resource, once it has arrived.
    ReceivedMessage await(String type, String about) {
        return await(
                delivery -> delivery.type().equals(type) && delivery.about().equals(about), 1);
    }

    /// Waits for a number of messages, and returns the last one.
    ReceivedMessage await(Predicate<ReceivedMessage> wanted, int count) {
        Eventually.within(
                PATIENCE,
                count + " messages as wanted",
                () -> count(wanted) >= count,
                () -> "there came "
                        + deliveries.stream().map(ReceivedMessage::type).toList());
        return deliveries.stream().filter(wanted).skip(count - 1).findFirst().orElseThrow();
    }

    private long count(Predicate<ReceivedMessage> wanted) {
        return deliveries.stream().filter(wanted).count();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = exchange.getRequestHeaders();
            deliveries.add(new ReceivedMessage(
                    headers.getFirst("webhook-id"),
                    headers.getFirst("webhook-timestamp"),
                    headers.getFirst("webhook-signature"),
                    exchange.getRequestBody().readAllBytes()));
            held.await();
            if (!retryAfter.isEmpty()) {
                exchange.getResponseHeaders().set("Retry-After", retryAfter);
            }
            var answer = (status == 200 ? "ok" : "no").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        release();
        server.stop(0);
        threads.close();
    }
}
