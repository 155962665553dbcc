package dev.sluice.resilience.stage;

import dev.sluice.client.Authentication;
import dev.sluice.resilience.proof.Chance;
import dev.sluice.resilience.proof.Findings;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.proof.Listener;
import dev.sluice.resilience.stage.Order.End;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Programs of a merchant that send requests all the time, and keep unanswered ones for a retry.
public final class Traffic implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration BREATH = Duration.ofMillis(25);
    private static final Duration WAIT_BEFORE_ANOTHER_TRY = Duration.ofMillis(200);
    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(90);
    private static final int PROGRAMS = 4;
    private static final int SENDERS = 8;
    private static final int SERVER_ERROR = 500;
    private static final int UNAVAILABLE = 503;
    private static final int TOO_MANY = 429;

    private final Authentication authentication;
    private final Supplier<List<URI>> nodes;
    private final Findings findings;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final Map<Order, End> ended = new ConcurrentHashMap<>();
    private final Queue<Order> unanswered = new ConcurrentLinkedQueue<>();
    private final Queue<Long> successes = new ConcurrentLinkedQueue<>();
    private final LongAdder unheard = new LongAdder();
    private final AtomicInteger turns = new AtomicInteger();
    private final LatestObjects created = new LatestObjects();
    private final List<Thread> programs = new ArrayList<>();
    private volatile boolean going = true;
    /// End of the load.
    private volatile long over;

    public Traffic(Authentication authentication, Supplier<List<URI>> nodes, Findings findings) {
        this.authentication = authentication;
        this.nodes = nodes;
        this.findings = findings;
    }

    public void start(long seed) {
        for (int i = 1; i <= PROGRAMS; i++) {
            var orders = new Orders(Chance.of(seed, "program", i), seed + "-" + i, created);
            programs.add(Thread.ofPlatform().name("program-" + i).start(() -> {
                while (going) {
                    var order = orders.next();
                    attempt(order);
                    if (!ended.containsKey(order)) {
                        Pauses.pause(WAIT_BEFORE_ANOTHER_TRY);
                    }
                    Pauses.pause(BREATH);
                }
            }));
        }
    }

    /// Sends a request once. An unsettled one is retried at the end.
    ///
    /// @return status of the answer, or 0 without one
    public int attempt(Order order) {
        int status = send(order);
        if (!ended.containsKey(order)) {
            unanswered.add(order);
        }
        return status;
    }

    /// Lets the programs finish their requests, and then retries unanswered ones until they are settled.
    public void finish() {
        going = false;
        programs.forEach(Traffic::join);
        over = System.nanoTime();
        long end = System.nanoTime() + ANSWERED_WITHIN.toNanos();
        var senders = IntStream.range(0, SENDERS)
                .mapToObj(_ -> Thread.ofVirtual().start(() -> sendAgain(end)))
                .toList();
        senders.forEach(Traffic::join);
        findings.unless(
                unanswered.isEmpty(), Invariant.EVERYTHING_ENDS, unanswered.size() + " requests were never answered");
    }

    private void sendAgain(long end) {
        for (var order = unanswered.poll(); order != null; order = unanswered.poll()) {
            attempt(order);
            if (System.nanoTime() > end) {
                return;
            }
            if (!ended.containsKey(order)) {
                Pauses.pause(WAIT_BEFORE_ANOTHER_TRY);
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /// Returns the settled requests.
    public List<End> ended() {
        return List.copyOf(ended.values());
    }

    /// Returns the number of attempts that did not settle their request.
    public long unheard() {
        return unheard.sum();
    }

    /// Returns the longest time after a moment without a successful write, once the load has ended.
    public Duration longestSilence(long sinceNanos) {
        return Silence.longest(sinceNanos, List.copyOf(successes), over);
    }

    /// Registers a webhook endpoint for all events.
    public Listener listener() throws IOException {
        var listener = new Listener(InstantSource.system(), findings, Listener.OPEN_ARMS);
        var endpoint = "{\"url\":\"%s\",\"types\":[\"*\"]}".formatted(listener.url(Proof.MERCHANT));
        listener.knows(
                Proof.MERCHANT,
                call("POST", "/v1/webhook/endpoint", endpoint).path("secret").asString(""));
        return listener;
    }

    /// Sends another request to any node, and returns the data of the answer.
    private JsonNode call(String method, String path, String body) throws IOException {
        var answer = exchange(nodes.get().getFirst(), method, path, body, "");
        if (answer.statusCode() >= 300) {
            throw new IOException(method + " " + path + ": " + answer.body());
        }
        return JSON.readTree(answer.body()).path("data");
    }

    /// Returns the status of the answer, or 0 without one.
    private int send(Order order) {
        var all = nodes.get();
        var node = all.get(Math.floorMod(turns.getAndIncrement(), all.size()));
        try {
            var answer = exchange(node, order.method(), order.path(), order.body(), order.key());
            recordResponse(order, answer);
            return answer.statusCode();
        } catch (IOException silence) {
            unheard.increment();
            return 0;
        }
    }

    private void recordResponse(Order order, HttpResponse<String> answer) {
        var response = parsed(answer);
        var code = response.path("code").asString("");
        int status = answer.statusCode();
        findings.unless(
                status < SERVER_ERROR || status == UNAVAILABLE,
                Invariant.NO_INTERNAL_ERROR,
                "%s %s: %d %s".formatted(order.method(), order.path(), status, answer.body()));
        if (status >= SERVER_ERROR || status == TOO_MANY || code.equals("IDEMPOTENCY_IN_PROGRESS")) {
            unheard.increment();
            return;
        }
        // Only writes count: a read-only service has not recovered.
        if (status < 300 && !order.isLook()) {
            successes.add(System.nanoTime());
        }
        // Requests are always valid and funded, and reads concern existing objects, so any refusal is a
        // violation.
        findings.unless(
                status < 300,
                order.isLook() ? Invariant.NOTHING_ACKNOWLEDGED_IS_LOST : Invariant.REFUSED_FOR_A_REASON,
                "%s: %d %s".formatted(order.path(), status, code));
        var end = new End(order, status < 300 ? ids(order.kind(), response.path("data")) : List.of(), code);
        created.add(order.kind(), end.ids());
        var before = ended.putIfAbsent(order, end);
        findings.unless(
                before == null || before.equals(end),
                Invariant.NOTHING_HAPPENS_TWICE,
                "%s was %s and then %s".formatted(order.key(), before, end));
    }

    private JsonNode parsed(HttpResponse<String> answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (JacksonException notJson) {
            findings.add(
                    Invariant.NO_INTERNAL_ERROR, "an answer is not JSON: " + answer.statusCode() + " " + answer.body());
            return JSON.createObjectNode();
        }
    }

    private static List<UUID> ids(Order.Kind kind, JsonNode data) {
        if (kind == Order.Kind.LOOK) {
            return List.of();
        }
        var created =
                kind.list.isEmpty() ? Stream.of(data) : data.path(kind.list).valueStream();
        return created.map(each -> UUID.fromString(each.path(kind.id).asString("")))
                .toList();
    }

    private HttpResponse<String> exchange(URI node, String method, String path, String body, String key)
            throws IOException {
        var uri = node.resolve(path);
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var request = HttpRequest.newBuilder(uri)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofByteArray(bytes));
        authentication.headers(Instant.now(), method, uri, bytes).forEach(request::header);
        if (method.equals("POST") && !key.isEmpty()) {
            request.header("Idempotency-Key", key);
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
    }

    @Override
    public void close() {
        going = false;
        http.shutdownNow();
    }
}
