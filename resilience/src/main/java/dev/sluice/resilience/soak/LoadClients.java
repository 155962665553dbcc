package dev.sluice.resilience.soak;

import dev.sluice.client.Authentication;
import dev.sluice.resilience.proof.Chance;
import dev.sluice.resilience.stage.LatestObjects;
import dev.sluice.resilience.stage.Node;
import dev.sluice.resilience.stage.Order;
import dev.sluice.resilience.stage.Orders;
import dev.sluice.resilience.stage.Pauses;
import dev.sluice.resilience.stage.Promises;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// Clients of the service during an hour. It keeps acknowledged results and unsettled requests.
final class LoadClients implements AutoCloseable {
    /// More than a node's limit of 2,048, so that it has to refuse some.
    private static final int UNDER_WAY_MAX = 2_500;
    private static final int SENDERS = 32;
    private static final Duration WAIT_BEFORE_ANOTHER_TRY = Duration.ofMillis(200);
    private static final Duration SETTLED_WITHIN = Duration.ofMinutes(10);

    private final Authentication authentication;
    private final URI service;
    private final long seed;
    private final Promises promises = new Promises();
    private final AtomicLong numbers = new AtomicLong();
    private final Deque<Line> idle = new ConcurrentLinkedDeque<>();
    private final LatestObjects created = new LatestObjects();
    private final LongAdder writes = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final Queue<Order> unsettled = new ConcurrentLinkedQueue<>();

    LoadClients(Node node, long seed) {
        this.authentication = node.merchant();
        this.service = node.url();
        this.seed = seed;
    }

    /// Result of a period of requests.
    ///
    /// @param unsent requests that were due while too many were pending
    record LoadResult(List<Sample> samples, long unsent) {}

    Promises promises() {
        return promises;
    }

    /// Returns the number of distinct writing requests.
    long writes() {
        return writes.sum();
    }

    /// Returns the number of wrong or missing answers so far, including unmeasured periods and retries.
    long wrong() {
        return wrong.sum();
    }

    /// Sends requests at a constant rate regardless of earlier answers (open loop), like many independent clients.
    LoadResult arrive(double perSecond, Duration time) {
        var beats = new ConcurrentLinkedQueue<Sample>();
        var room = new Semaphore(UNDER_WAY_MAX);
        long unsent = 0;
        long begun = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (long sent = 0; ; sent++) {
                long due = begun + (long) (sent * 1e9 / perSecond);
                if (due - begun >= time.toNanos()) {
                    break;
                }
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                if (room.tryAcquire()) {
                    threads.execute(() -> {
                        try {
                            beats.add(measure(begun, due));
                        } finally {
                            room.release();
                        }
                    });
                } else {
                    unsent++;
                }
            }
        }
        return new LoadResult(List.copyOf(beats), unsent);
    }

    /// Sends requests from a number of callers, each waiting for its answer (closed loop).
    LoadResult inTurn(int callers, Duration time) {
        var beats = new ConcurrentLinkedQueue<Sample>();
        long begun = System.nanoTime();
        long end = begun + time.toNanos();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < callers; i++) {
                threads.execute(() -> {
                    for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
                        beats.add(measure(begun, now));
                    }
                });
            }
        }
        return new LoadResult(List.copyOf(beats), 0);
    }

    /// Retries refused and unanswered requests with their keys until they are settled.
    ///
    /// @return number of requests that remain unsettled
    int finish() {
        long end = System.nanoTime() + SETTLED_WITHIN.toNanos();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < SENDERS; i++) {
                threads.execute(() -> sendAgain(end));
            }
        }
        return unsettled.size();
    }

    private void sendAgain(long end) {
        for (var order = unsettled.poll(); order != null; order = unsettled.poll()) {
            if (System.nanoTime() > end) {
                unsettled.add(order);
                return;
            }
            long now = System.nanoTime();
            if (!attempt(order, now, now).isSuccess()) {
                Pauses.pause(WAIT_BEFORE_ANOTHER_TRY);
            }
        }
    }

    private Sample measure(long begun, long due) {
        var order = order(numbers.incrementAndGet());
        if (!order.isLook()) {
            writes.increment();
        }
        return attempt(order, begun, due);
    }

    private Order order(long number) {
        return new Orders(Chance.of(seed, "soak", number), "soak-" + seed + "-" + number, created).next();
    }

    /// Sends a request once, and records the acknowledgement, or that the request is unsettled.
    private Sample attempt(Order order, long begun, long due) {
        var answer = send(order);
        var took = Duration.ofNanos(System.nanoTime() - due);
        var came = new Sample(answer.status(), answer.saysWhen(), Duration.ofNanos(due - begun), took);
        var sample = came.isSuccess() && !isKept(order, answer.body()) ? came.unreadable() : came;
        if (!sample.isSuccess()) {
            unsettled.add(order);
        }
        if (sample.isWrong()) {
            wrong.increment();
        }
        return sample;
    }

    /// Records an acknowledgement; false for an answer without the expected content.
    private boolean isKept(Order order, String body) {
        try {
            created.add(order.kind(), promises.add(order, body));
            return true;
        } catch (IllegalArgumentException | IndexOutOfBoundsException unreadable) {
            return false;
        }
    }

    private Line.Answer send(Order order) {
        try {
            for (var line = idle.pollFirst(); line != null; line = idle.pollFirst()) {
                try {
                    return exchange(line, order);
                } catch (Line.Stale another) {
                    // The idle connection was closed. The request was not processed, or its key
                    // makes the retry safe.
                }
            }
            return exchange(Line.to(service), order);
        } catch (IOException silence) {
            return new Line.Answer(0, false, "");
        }
    }

    private Line.Answer exchange(Line line, Order order) throws IOException {
        try {
            var answer = line.exchange(request(order));
            if (line.isOpen()) {
                idle.addFirst(line);
            } else {
                line.close();
            }
            return answer;
        } catch (IOException failed) {
            line.close();
            throw failed;
        }
    }

    private byte[] request(Order order) {
        var body = order.body().getBytes(StandardCharsets.UTF_8);
        var head = new StringBuilder(512)
                .append(order.method())
                .append(' ')
                .append(order.path())
                .append(" HTTP/1.1\r\nHost: ")
                .append(service.getAuthority())
                .append("\r\nContent-Type: application/json\r\nIdempotency-Key: ")
                .append(order.key())
                .append("\r\nContent-Length: ")
                .append(body.length)
                .append("\r\n");
        authentication
                .headers(Instant.now(), order.method(), service.resolve(order.path()), body)
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        var bytes = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        var request = new byte[bytes.length + body.length];
        System.arraycopy(bytes, 0, request, 0, bytes.length);
        System.arraycopy(body, 0, request, bytes.length, body.length);
        return request;
    }

    @Override
    public void close() {
        idle.forEach(Line::close);
    }
}
