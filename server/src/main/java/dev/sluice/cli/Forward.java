package dev.sluice.cli;

import dev.sluice.client.WebhookSigner;
import dev.sluice.http.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/// Forwards events to a receiver, signed like webhooks. Failed events are held and retried with back-off. The events
/// of one payment stay in order. Several payments are sent in parallel, so that a slow or refused one does not block
/// the others.
final class Forward implements AutoCloseable {
    private static final int HELD_MAX = 10_000;
    private static final int PAYMENTS_AT_ONCE = 16;
    /// Separate limit of retries, so that new events always have room.
    private static final int RETRIES_AT_ONCE = 4;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final Duration END_TIMEOUT = Duration.ofSeconds(5);

    private final URI receiver;
    private final byte[] key;
    private final InstantSource clock;
    private final PrintWriter notes;
    private final AtomicLong taken = new AtomicLong();
    /// Undelivered events, by their position in the feed.
    private final ConcurrentSkipListMap<Long, UndeliveredEvent> held = new ConcurrentSkipListMap<>();
    /// Undelivered events by payment, as long as there are any.
    private final Map<String, Queue<UndeliveredEvent>> lanes = new HashMap<>();
    private final ExecutorService couriers = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore firsts = new Semaphore(PAYMENTS_AT_ONCE, true);
    private final Semaphore retries = new Semaphore(RETRIES_AT_ONCE, true);
    private final Reach reach = new Reach();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /// An event that was not delivered yet, and the one before it in the feed.
    private record UndeliveredEvent(long number, JsonNode event, Optional<String> before) {
        String payment() {
            return new EventLine(event).orderId();
        }
    }

    Forward(URI receiver, byte[] key, InstantSource clock, PrintWriter notes) {
        this.receiver = receiver;
        this.key = key.clone();
        this.clock = clock;
        this.notes = notes;
    }

    /// Queues an event, after the earlier ones of its payment.
    ///
    /// @param before event before it in the feed, of any type
    void take(JsonNode event, Optional<String> before) {
        var next = new UndeliveredEvent(taken.getAndIncrement(), event, before);
        held.put(next.number(), next);
        synchronized (lanes) {
            var lane = lanes.get(next.payment());
            if (lane != null) {
                lane.add(next);
                return;
            }
            lanes.put(next.payment(), new ArrayDeque<>());
        }
        couriers.execute(() -> sendFrom(next));
    }

    /// Reports whether the maximum number of events is held.
    boolean isFull() {
        return held.size() >= HELD_MAX;
    }

    int waiting() {
        return held.size();
    }

    /// Returns the event before the first undelivered one; nothing if all were delivered.
    Optional<Optional<String>> firstMissing() {
        var first = held.firstEntry();
        return first == null ? Optional.empty() : Optional.of(first.getValue().before());
    }

    /// Tries everything now, whenever it was to be tried.
    void retryNow() {
        reach.retryNow();
    }

    /// Sends an event, and the later ones of its payment.
    private void sendFrom(UndeliveredEvent first) {
        try {
            for (var next = Optional.of(first); next.isPresent(); next = following(first.payment())) {
                deliver(next.get());
                held.remove(next.get().number());
            }
        } catch (InterruptedException stopped) {
            // Undelivered events are still held.
        }
    }

    private Optional<UndeliveredEvent> following(String payment) {
        synchronized (lanes) {
            var next = Optional.ofNullable(
                    lanes.getOrDefault(payment, new ArrayDeque<>()).poll());
            if (next.isEmpty()) {
                lanes.remove(payment);
            }
            return next;
        }
    }

    /// Retries until it is delivered. A waiting retry does not block the others.
    private void deliver(UndeliveredEvent next) throws InterruptedException {
        int failures = 0;
        while (true) {
            var permits = failures == 0 ? firsts : retries;
            permits.acquire();
            Outcome outcome;
            try {
                outcome = attempt(next, failures);
            } finally {
                permits.release();
            }
            switch (outcome) {
                case ARRIVED -> {
                    return;
                }
                case FAILED -> {
                    failures++;
                    reach.pause(Reach.delay(failures));
                }
                case UNREACHED -> {
                    // The event waits, with all others, until the receiver can be reached.
                }
            }
        }
    }

    /// Result of an attempt.
    private enum Outcome {
        ARRIVED,
        FAILED,
        UNREACHED
    }

    private Outcome attempt(UndeliveredEvent next, int failures) throws InterruptedException {
        int before = reach.await();
        var again = "; retry in " + text(Reach.delay(failures + 1));
        long started = System.nanoTime();
        try {
            int status = post(next.event());
            long millis = Duration.ofNanos(System.nanoTime() - started).toMillis();
            reach.reached();
            boolean ok = status / 100 == 2;
            note(next, status + " in " + millis + " ms" + (ok ? "" : again));
            return ok ? Outcome.ARRIVED : Outcome.FAILED;
        } catch (ConnectException | HttpConnectTimeoutException unreachable) {
            if (reach.missed(before)) {
                note(next, "no connection: all events wait until the receiver is reachable");
            }
            return Outcome.UNREACHED;
        } catch (IOException broken) {
            reach.reached();
            boolean slow = broken instanceof HttpTimeoutException;
            note(
                    next,
                    "no response" + (slow ? " within " + TIMEOUT.toSeconds() + " s" : ": " + reason(broken)) + again);
            return Outcome.FAILED;
        }
    }

    private static String text(Duration delay) {
        return delay.toSeconds() > 0 ? delay.toSeconds() + " s" : delay.toMillis() + " ms";
    }

    private static String reason(IOException broken) {
        var message = broken.getMessage();
        return message == null ? broken.getClass().getSimpleName() : message;
    }

    private void note(UndeliveredEvent next, String outcome) {
        notes.println("  " + new EventLine(next.event()).type() + " " + Feed.id(next.event()) + " -> " + outcome);
        notes.flush();
    }

    /// Posts an event. The time limit of a request ends with the headers of its answer; this one includes the
    /// body.
    private int post(JsonNode event) throws IOException, InterruptedException {
        var answer = client.sendAsync(request(event), HttpResponse.BodyHandlers.discarding());
        try {
            return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS).statusCode();
        } catch (TimeoutException slow) {
            throw new HttpTimeoutException("no answer");
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof IOException broken ? broken : new IOException(failed.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private HttpRequest request(JsonNode event) {
        var id = Feed.id(event);
        var body = Json.bytes(event);
        var timestamp = Long.toString(clock.instant().getEpochSecond());
        return HttpRequest.newBuilder(receiver)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .header("Content-Type", "application/json")
                .header("User-Agent", "Sluice-Listen/1")
                .header("webhook-id", id)
                .header("webhook-timestamp", timestamp)
                .header("webhook-signature", WebhookSigner.signature(key, id, timestamp, body))
                .build();
    }

    /// Stops sending. Events under way count as undelivered.
    @Override
    public void close() {
        couriers.shutdownNow();
        client.shutdownNow();
        try {
            var _ = couriers.awaitTermination(END_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
