package dev.sluice.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A service on this machine that does what it is told, request by request, and remembers what it was asked.
final class Loopback implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch end = new CountDownLatch(1);
    private final Queue<Act> script = new ConcurrentLinkedQueue<>();
    private final List<Seen> seen = new CopyOnWriteArrayList<>();

    Loopback() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /// What happens to one request.
    interface Act {
        void on(HttpExchange exchange) throws IOException, InterruptedException;
    }

    /// A request as it arrived.
    record Seen(String method, String target, Map<String, List<String>> headers, String body) {
        String header(String name) {
            return headers.entrySet().stream()
                    .filter(each -> each.getKey().equalsIgnoreCase(name))
                    .map(each -> each.getValue().getFirst())
                    .findFirst()
                    .orElse("");
        }
    }

    URI uri() {
        return URI.create("http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":"
                + server.getAddress().getPort());
    }

    List<Seen> seen() {
        return seen;
    }

    Loopback then(Act act) {
        script.add(act);
        return this;
    }

    /// An answer with headers, each a name and a value.
    Loopback answers(int status, String body, String... headers) {
        return then(exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
            }
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        });
    }

    /// Success with some data.
    Loopback gives(String data) {
        return answers(200, "{\"statusCode\":200,\"message\":\"Done\",\"data\":" + data + "}");
    }

    /// Takes the request and ends the connection.
    Loopback loses() {
        return then(_ -> {});
    }

    /// Ends the connection in the middle of the answer.
    Loopback breaksOff() {
        return then(exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
        });
    }

    /// Takes the request and never answers.
    Loopback hangs() {
        return then(_ -> end.await());
    }

    /// Begins an answer that never ends.
    Loopback trickles() {
        return then(exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            end.await();
        });
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            seen.add(new Seen(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    body));
            var act = script.poll();
            if (act != null) {
                act.on(exchange);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
