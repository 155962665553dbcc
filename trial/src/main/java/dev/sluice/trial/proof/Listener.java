package dev.sluice.trial.proof;

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

/// Where merchants' webhooks arrive. It counts what it has taken, and looks at each signature.
public final class Listener implements AutoCloseable {
    /// Takes everything, at once.
    public static final Manners OPEN_ARMS = _ -> Reply.TAKE;

    private static final long POSITION_MASK = (1L << 40) - 1;
    /// A message may be under way while the clock jumps, or while the service is away.
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

    /// What a merchant's server does with a message.
    public enum Reply {
        TAKE,
        FAIL,
        HANG_UP
    }

    /// How a merchant's server behaves.
    @FunctionalInterface
    public interface Manners {
        Reply reply(String messageId);

        /// A message that it takes, which is signed as it has to be.
        default void taken(String merchant, WebhookEvent event) {}
    }

    /// The address of a merchant's endpoint.
    public String url(String merchant) {
        return "http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), merchant);
    }

    public void knows(String merchant, String secret) {
        secrets.put(merchant, secret);
    }

    /// The positions of the events that a merchant was told of.
    public Positions heardBy(String merchant) {
        return heard.computeIfAbsent(merchant, _ -> new Positions());
    }

    /// Forgets what a merchant was told of after an event: time is turned back to it, and what comes under the same
    /// positions from now on is something else.
    ///
    /// @return how many events that were
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
                    // The exchange ends without an answer.
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

    /// An event's id ends with its position.
    private static long position(String id) {
        return UUID.fromString(id).getLeastSignificantBits() & POSITION_MASK;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
