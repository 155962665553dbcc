package dev.sluice.rail.stellar;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A fake Horizon on top of a [StandInLedger], with Horizon's paths, documents and problems. Tests can make it
/// misbehave.
public final class StandIn implements AutoCloseable {
    private static final int PAGE_MAX = 200;
    private static final Map<Mishap, Integer> STATUSES =
            Map.of(Mishap.LOST, 504, Mishap.BUSY, 503, Mishap.THROTTLED, 429);

    final StandInLedger ledger;
    public final StandInPayments payments = new StandInPayments();
    public final AtomicInteger submissions = new AtomicInteger();
    /// Usual fee in the statistics. It describes the past, not the fee that the next ledger requires.
    final AtomicLong statedFee = new AtomicLong(StellarSettings.FEE_MIN);

    private final String passphrase;
    private final HttpServer server;
    private final Deque<Mishap> mishaps = new ArrayDeque<>();
    private volatile Supplier<@Nullable Mishap> fortune = () -> null;
    private volatile boolean automatic = true;
    private volatile boolean away;
    private volatile Consumer<String> lookedUp = _ -> {};
    private volatile int padding;
    private volatile long behind;
    private volatile long stale;
    private volatile @Nullable JsonObject stillAt;
    private volatile @Nullable JsonObject stillRoot;

    /// Faults of a submission.
    public enum Mishap {
        /// The submission never arrives: 504.
        LOST,
        /// The transaction waits in the queue: 504.
        SLOW,
        /// The transaction is applied, and the answer is lost: 504.
        UNHEARD,
        /// The transaction is applied, and the connection breaks.
        BROKEN,
        /// Horizon is overloaded: 503, and the submission never arrives.
        BUSY,
        /// Horizon's rate limit is exceeded: 429, and the submission never arrives.
        THROTTLED
    }

    public StandIn(StandInLedger ledger, String passphrase) {
        this.ledger = ledger;
        this.passphrase = passphrase;
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /// Sets if each submission closes a ledger at once, as on a fast network.
    public void automatic(boolean each) {
        automatic = each;
    }

    /// Sets if Horizon answers nothing at all.
    public void away(boolean now) {
        away = now;
    }

    /// Sets the size of the additional data of each transaction in a list, in bytes.
    public void padding(int bytes) {
        padding = bytes;
    }

    /// Sets how many ledgers Horizon reports that it is behind its network.
    public void behind(long ledgers) {
        behind = ledgers;
    }

    /// Reports a ledger that the network has not reached, and never another one.
    void ahead(long ledgers) {
        stillRoot = root().put("history_latest_ledger", ledger.sequence() + ledgers);
    }

    /// Sets if Horizon stalls together with its own core, at the newest ledger.
    void standStill(boolean now) {
        stillAt = now ? StandInDocuments.ledger(ledger) : null;
        stillRoot = now ? root() : null;
    }

    /// Sets how many ledgers the replica that answers account look-ups is behind.
    void stale(long ledgers) {
        stale = ledgers;
    }

    /// Sets a hook that runs during each account look-up.
    public void lookedUp(Consumer<String> meanwhile) {
        lookedUp = meanwhile;
    }

    public synchronized void next(Mishap... all) {
        mishaps.addAll(List.of(all));
    }

    /// Sets the source of faults for submissions without a planned one.
    public void fortune(Supplier<@Nullable Mishap> chance) {
        fortune = chance;
    }

    private synchronized @Nullable Mishap mishap() {
        return mishaps.isEmpty() ? fortune.get() : mishaps.poll();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            if (away) {
                return;
            }
            if (exchange.getRequestMethod().equals("POST")) {
                submit(exchange);
                return;
            }
            var parts = Arrays.stream(path.split("/"))
                    .filter(part -> !part.isEmpty())
                    .toList();
            var body = get(parts, query(exchange));
            boolean account = parts.size() == 2 && parts.getFirst().equals("accounts");
            long latest = ledger.sequence() - (account ? stale : 0);
            exchange.getResponseHeaders().set("Latest-Ledger", Long.toString(latest));
            if (body == null) {
                answer(exchange, 404, problem("not_found", 404));
            } else {
                answer(exchange, 200, body);
            }
        }
    }

    private @Nullable JsonObject get(List<String> parts, Map<String, String> query) {
        var still = stillAt;
        if (parts.isEmpty()) {
            var root = stillRoot;
            return root == null ? root() : root;
        }
        return switch (parts.getFirst()) {
            case "ledgers" -> page(List.of(still == null ? StandInDocuments.ledger(ledger) : still));
            case "fee_stats" -> StandInDocuments.feeStats(statedFee.get());
            case "transactions" ->
                ledger.applied(parts.get(1))
                        .map(found -> StandInDocuments.transaction(found, parts.get(1)))
                        .orElse(null);
            case "operations" -> page(payments.effects(parts.get(1)));
            case "accounts" -> account(parts, query);
            default -> null;
        };
    }

    private JsonObject root() {
        return new JsonObject()
                .put("network_passphrase", passphrase)
                .put("history_latest_ledger", ledger.sequence())
                .put("history_latest_ledger_closed_at", ledger.closedAt().toString())
                .put("core_latest_ledger", ledger.sequence() + behind);
    }

    private @Nullable JsonObject account(List<String> parts, Map<String, String> query) {
        var id = parts.get(1);
        var found = ledger.find(id);
        if (parts.size() == 2) {
            lookedUp.accept(id);
            return found.map(StandInDocuments::account).orElse(null);
        }
        int limit = Math.min(PAGE_MAX, Integer.parseInt(query.getOrDefault("limit", "10")));
        if (parts.get(2).equals("payments")) {
            return page(payments.after(query.getOrDefault("cursor", ""), limit));
        }
        var pad = "x".repeat(padding);
        return page(ledger.history().reversed().stream()
                .filter(each -> each.entry().inner().getSourceAccount().equals(id))
                .filter(each -> query.get("cursor") == null || each.ledger() < Long.parseLong(query.get("cursor")))
                .limit(limit)
                .map(each -> StandInDocuments.transaction(each, each.entry().outerHash())
                        .put("pad", pad))
                .toList());
    }

    private void submit(HttpExchange exchange) throws IOException {
        submissions.incrementAndGet();
        var form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
        var envelope = URLDecoder.decode(form.substring("tx=".length()), StandardCharsets.UTF_8);
        var mishap = mishap();
        var planned = stillAt == null ? mishap : Mishap.BUSY;
        int refused = planned == null ? 0 : STATUSES.getOrDefault(planned, 0);
        if (refused > 0) {
            answer(exchange, refused, problem("timeout", refused));
            return;
        }
        var reply = ledger.submit(envelope);
        if (reply instanceof StandInLedger.Pending(var hash) && mishap != Mishap.SLOW && automatic) {
            ledger.close();
            reply = ledger.applied(hash)
                    .<StandInLedger.Reply>map(done -> done.successful()
                            ? new StandInLedger.Done(done)
                            : new StandInLedger.Refused("tx_failed", done.word()))
                    .orElse(reply);
        }
        if (mishap == Mishap.BROKEN) {
            return;
        }
        if (mishap == Mishap.UNHEARD) {
            answer(exchange, 504, problem("timeout", 504));
            return;
        }
        switch (reply) {
            case StandInLedger.Done(var applied) ->
                answer(
                        exchange,
                        200,
                        StandInDocuments.transaction(applied, applied.entry().outerHash()));
            case StandInLedger.Pending _ -> answer(exchange, 504, problem("timeout", 504));
            case StandInLedger.Refused(var code, var operation) ->
                answer(exchange, 400, StandInDocuments.failed(code, operation, envelope, ledger.decode(envelope)));
        }
    }

    private static Map<String, String> query(HttpExchange exchange) {
        var raw = exchange.getRequestURI().getRawQuery();
        return raw == null
                ? Map.of()
                : Arrays.stream(raw.split("&"))
                        .map(pair -> pair.split("=", 2))
                        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    private static JsonObject page(List<JsonObject> records) {
        return new JsonObject().put("_embedded", new JsonObject().put("records", records));
    }

    private static JsonObject problem(String type, int status) {
        return new JsonObject()
                .put("type", "https://stellar.org/horizon-errors/" + type)
                .put("title", type)
                .put("status", status);
    }

    private static void answer(HttpExchange exchange, int status, JsonObject body) throws IOException {
        var bytes = Json.bytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/hal+json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
