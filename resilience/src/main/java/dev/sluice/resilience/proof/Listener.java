package dev.sluice.resilience.proof;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.client.WebhookEvent;
import dev.sluice.client.WebhookException;
import dev.sluice.client.Webhooks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/// Webhook receiver of merchants. It records the events and verifies each signature.
public final class Listener implements AutoCloseable {
    /// Accepts everything at once.
    public static final Manners OPEN_ARMS = _ -> Reply.TAKE;

    private static final long POSITION_MASK = (1L << 40) - 1;
    /// A message may be in flight during a clock jump, or while the service is down.
    private static final Duration TOLERANCE = Duration.ofHours(2);

    private static final int BACKLOG = 128;
    private static final int OK = 200;
    private static final int FAILING = 500;

    private final InstantSource clock;
    private final Findings findings;
    private final Manners manners;
    private final HttpServer server;
    private final Map<String, Positions> heard = new ConcurrentHashMap<>();
    private final Map<String, String> secrets = new ConcurrentHashMap<>();

    public Listener(InstantSource clock, Findings findings, Manners manners) {
        this.clock = clock;
        this.findings = findings;
        this.manners = manners;
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.createContext("/", this::hear);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    /// Response of a merchant's server.
    public enum Reply {
        TAKE,
        FAIL,
        HANG_UP
    }

    /// Behaviour of a merchant's server.
    @FunctionalInterface
    public interface Manners {
        Reply reply(String messageId);

        /// Receives an accepted message with a valid signature.
        default void taken(String merchant, WebhookEvent event) {}
    }

    /// Returns the URL of a merchant's endpoint.
    public String url(String merchant) {
        return "http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), merchant);
    }

    public void knows(String merchant, String secret) {
        secrets.put(merchant, secret);
    }

    /// Returns the positions of the events that a merchant received.
    public Positions heardBy(String merchant) {
        return heard.computeIfAbsent(merchant, _ -> new Positions());
    }

    /// Forgets events after a position. After a restore to that time, these positions belong to other events.
    ///
    /// @return number of forgotten events
    public long forgetAfter(String merchant, long position) {
        return heardBy(merchant).forgetAfter(position);
    }

    private void hear(HttpExchange exchange) throws IOException {
        try (exchange) {
            var merchant = exchange.getRequestURI().getPath().substring(1);
            var body = exchange.getRequestBody().readAllBytes();
            var id = String.valueOf(exchange.getRequestHeaders().getFirst("webhook-id"));
            switch (manners.reply(id)) {
                case TAKE -> {
                    take(merchant, exchange, body);
                    exchange.sendResponseHeaders(OK, -1);
                }
                case FAIL -> exchange.sendResponseHeaders(FAILING, -1);
                case HANG_UP -> {
                    // Closes the exchange without an answer.
                }
            }
        }
    }

    private void take(String merchant, HttpExchange exchange, byte[] body) {
        try {
            var event = Webhooks.of(secrets.getOrDefault(merchant, ""))
                    .withClock(clock)
                    .withTolerance(TOLERANCE)
                    .verify(exchange.getRequestHeaders(), body);
            manners.taken(merchant, event);
            heardBy(merchant).add(position(event.id()));
        } catch (WebhookException wrong) {
            findings.add(Invariant.EVERY_EVENT_DELIVERED, "a message is not to be trusted: " + wrong.getMessage());
        }
    }

    /// Event ids end with their position.
    private static long position(String id) {
        return UUID.fromString(id).getLeastSignificantBits() & POSITION_MASK;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
