package dev.sluice.webhook.delivery;

import dev.sluice.clock.Clocks;
import dev.sluice.webhook.delivery.Sender.WebhookRequest;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Executor of deliveries, with one thread per attempt under way. A thread goes on with the messages in the same
/// endpoint's queue, so that no endpoint waits for the database while its queue has messages.
final class DeliveryExecutor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryExecutor.class);
    /// Maximum number of attempts under way, in total.
    static final int UNDER_WAY_MAX = 1_000;

    private static final Duration ENDED_WITHIN = Duration.ofMillis(100);

    /// Results of attempts that end within this time are stored together. The time is short, unless more messages
    /// wait to be sent.
    private static final Duration GATHERED = Duration.ofMillis(2);

    private static final Duration GATHERED_MEANWHILE = Duration.ofMillis(20);

    private final Clocks clocks;
    private final Sender sender;
    private final LinkedBlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean finishing;

    DeliveryExecutor(Clocks clocks, Sender sender, MeterRegistry meters) {
        this.clocks = clocks;
        this.sender = sender;
        meters.gauge("sluice.webhook.under.way", underWay);
    }

    /// An attempt that has ended.
    record Ended(Delivery delivery, AttemptResult result) {}

    /// Returns the number of further attempts that may start.
    int freeSlots() {
        return Math.max(0, UNDER_WAY_MAX - underWay.get());
    }

    /// Starts attempts for queued messages, as far as windows and places allow. No endpoint gets more of the free
    /// places than an even share of them.
    void begin(List<EndpointQueue> trays) {
        var waiting = trays.stream().filter(each -> each.waiting() > 0).toList();
        int share = Math.max(1, freeSlots() / Math.max(1, waiting.size()));
        for (var queue : waiting) {
            int begun = 0;
            while (begun < share && freeSlots() > 0) {
                var next = queue.begin(clocks.realInstant());
                if (next.isEmpty()) {
                    break;
                }
                underWay.incrementAndGet();
                Thread.ofVirtual().name("webhook").start(() -> deliver(queue, next.get()));
                begun++;
            }
        }
    }

    /// Sends one message, then those queued behind it. If all places are taken, the thread releases its place for
    /// the endpoint that is next.
    private void deliver(EndpointQueue queue, LeasedDelivery first) {
        var next = Optional.of(first);
        while (next.isPresent()) {
            var delivery = next.get();
            var result = attempt(delivery);
            queue.end(result, clocks.realInstant());
            next = finishing || freeSlots() == 0 ? Optional.empty() : queue.begin(clocks.realInstant());
            if (next.isEmpty()) {
                underWay.decrementAndGet();
            }
            ended.add(new Ended(delivery.delivery(), result));
        }
    }

    /// Sends one message. Any failure becomes a reply, so that the place is always released, even if the machine
    /// has no thread left for a look-up.
    private AttemptResult attempt(LeasedDelivery delivery) {
        try {
            var endpoint = delivery.endpoint();
            var secrets = endpoint.secrets().inUse(clocks.instant());
            return sender.send(
                    endpoint.organizationId(),
                    new WebhookRequest(endpoint.url(), delivery.message(), secrets, clocks.realInstant()));
        } catch (RuntimeException | Error failed) {
            LOG.error("delivery {} could not be attempted", delivery.delivery().id(), failed);
            return AttemptResult.broken(failed.getClass().getSimpleName());
        }
    }

    /// Returns the attempts that have ended. While deliveries are outstanding, waits a moment for the first, and
    /// then for others that end soon after it: storing one result takes as many queries as storing many.
    List<Ended> ended(int inHand) {
        var all = new ArrayList<Ended>();
        try {
            if (inHand > 0) {
                var next = ended.poll(ENDED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
                long start = System.nanoTime();
                while (next != null) {
                    all.add(next);
                    int waiting = inHand - underWay.get() - ended.size() - all.size();
                    long end = start + (waiting > 0 ? GATHERED_MEANWHILE : GATHERED).toNanos();
                    next = all.size() < Math.max(waiting, underWay.get() / 2)
                            ? ended.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS)
                            : null;
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        ended.drainTo(all);
        return all;
    }

    /// Keeps results that could not be stored yet.
    void remember(List<Ended> unwritten) {
        ended.addAll(unwritten);
    }

    /// Starts no more attempts.
    void finish() {
        finishing = true;
    }

    @Override
    public void close() {
        finish();
        sender.close();
    }
}
