package dev.sluice.cli;

import dev.sluice.http.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Events on their way to a receiver, signed as webhooks are. What it does not take is held and tried again: soon at
/// first, then ever less often. The events of one resource stay in order; others go on.
final class Forward implements AutoCloseable {
    private static final int HELD_MAX = 10_000;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final Duration RETRY_FIRST = Duration.ofMillis(500);
    private static final Duration RETRY_LAST = Duration.ofSeconds(30);

    private final URI receiver;
    private final byte[] key;
    private final InstantSource clock;
    private final PrintWriter notes;
    private final List<Held> held = new ArrayList<>();
    /// By resource: how its first event fared.
    private final Map<String, Retry> retries = new HashMap<>();
    private Retry reaching = Retry.NONE;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /// An event that did not arrive yet, and the one before it in the feed.
    private record Held(JsonNode event, Optional<String> before) {
        String resource() {
            return event.path("orderId").asString("");
        }
    }

    /// How often something failed in a row, and when it is tried again, in nanoseconds of the process.
    private record Retry(int failures, long nextAt) {
        static final Retry NONE = new Retry(0, Long.MIN_VALUE);

        boolean isDue() {
            return failures == 0 || System.nanoTime() - nextAt >= 0;
        }

        Retry again() {
            long factor = 1L << Math.min(failures, Integer.SIZE - 1);
            var delay = RETRY_FIRST.multipliedBy(factor);
            var bounded = delay.compareTo(RETRY_LAST) < 0 ? delay : RETRY_LAST;
            return new Retry(failures + 1, System.nanoTime() + bounded.toNanos());
        }
    }

    Forward(URI receiver, byte[] key, InstantSource clock, PrintWriter notes) {
        this.receiver = receiver;
        this.key = key.clone();
        this.clock = clock;
        this.notes = notes;
    }

    /// The address that a text means; `localhost:3000/hook` will do.
    static URI receiver(String text) {
        var uri = URI.create(text.contains("://") ? text : "http://" + text);
        if (uri.getHost() == null || !List.of("http", "https").contains(uri.getScheme())) {
            throw new IllegalArgumentException("not an address that can be forwarded to: " + text);
        }
        return uri;
    }

    /// @param before the event before it in the feed, of whatever type
    void take(JsonNode event, Optional<String> before) {
        held.add(new Held(event, before));
    }

    /// Whether so much is held that no more should be taken.
    boolean isFull() {
        return held.size() >= HELD_MAX;
    }

    int waiting() {
        return held.size();
    }

    /// After which event the first one comes that did not arrive; nothing where all arrived.
    Optional<Optional<String>> firstMissing() {
        return held.isEmpty() ? Optional.empty() : Optional.of(held.getFirst().before());
    }

    /// Tries everything at the next opportunity, whenever it was to be tried.
    void hurry() {
        retries.clear();
        reaching = Retry.NONE;
    }

    /// Sends what is due. A receiver that does not answer at all gets one try for everything.
    void work() throws InterruptedException {
        var blocked = new HashSet<String>();
        for (int at = 0; at < held.size() && reaching.isDue(); ) {
            var next = held.get(at);
            boolean due = !blocked.contains(next.resource())
                    && retries.getOrDefault(next.resource(), Retry.NONE).isDue();
            if (due && arrives(next)) {
                held.remove(at);
                retries.remove(next.resource());
            } else {
                blocked.add(next.resource());
                at++;
            }
        }
    }

    private boolean arrives(Held next) throws InterruptedException {
        var line = "  " + new EventLine(next.event()).type() + " " + Feed.id(next.event()) + " -> ";
        long started = System.nanoTime();
        try {
            int status = post(next.event());
            long millis = Duration.ofNanos(System.nanoTime() - started).toMillis();
            reaching = Retry.NONE;
            boolean ok = status / 100 == 2;
            notes.println(line + status + " in " + millis + " ms" + (ok ? "" : "; it is tried again"));
            if (!ok) {
                retries.compute(next.resource(), (_, before) -> (before == null ? Retry.NONE : before).again());
            }
            return ok;
        } catch (IOException unreachable) {
            if (reaching.failures() == 0) {
                notes.println(line + "no answer (" + unreachable.getClass().getSimpleName() + "); it is tried again");
            }
            reaching = reaching.again();
            return false;
        }
    }

    private int post(JsonNode event) throws IOException, InterruptedException {
        var id = Feed.id(event);
        var body = Json.bytes(event);
        var timestamp = Long.toString(clock.instant().getEpochSecond());
        var request = HttpRequest.newBuilder(receiver)
                .timeout(TIMEOUT)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .header("Content-Type", "application/json")
                .header("User-Agent", "Sluice-Listen/1")
                .header("webhook-id", id)
                .header("webhook-timestamp", timestamp)
                .header("webhook-signature", WebhookSigner.header(key, id, timestamp, body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
