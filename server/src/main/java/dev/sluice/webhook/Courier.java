package dev.sluice.webhook;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.event.Events;
import dev.sluice.webhook.Delivery.Result;
import dev.sluice.webhook.Delivery.Status;
import dev.sluice.webhook.DeliveryStore.Lease;
import dev.sluice.webhook.DeliveryStore.Outcome;
import dev.sluice.webhook.Intake.Parcel;
import dev.sluice.webhook.Sender.Letter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings events to endpoints. One thread takes what is due from the database, for all endpoints at once, and writes
/// what came of it; each message has a thread of its own in between. Every node may run it: what one has in hand no
/// other takes, until its lease is over.
///
/// An endpoint has its own place in the feed and its own window of messages under way, so that none waits for another.
public final class Courier implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Courier.class);

    /// Longer than any attempt takes; what a node that died had in hand is sent again after that.
    private static final Duration LEASE = Sender.TIMEOUT.plusSeconds(10);

    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration FAILING_MAX = Duration.ofDays(5);
    private static final int UNDER_WAY_MAX = 1_000;

    /// What ends within this time is written together, unless half of what is under way has ended before.
    private static final Duration GATHERED = Duration.ofMillis(2);

    private final Database database;
    private final Clocks clocks;
    private final Shelves shelves;
    private final Sender sender;
    private final Schedule schedule;
    private final Intake intake;
    private final MeterRegistry meters;

    private final Map<EndpointRef, Window> windows = new HashMap<>();
    private final LinkedBlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private long lookedAt = System.nanoTime() - LOOK_EVERY.toNanos();

    /// Who wants something, by the last look, and of whom something had failed before and is due.
    private Map<EndpointRef, Boolean> wanting = Map.of();

    private boolean hungry;

    Courier(
            Database database,
            Clocks clocks,
            Events events,
            Shelves shelves,
            Sender sender,
            Schedule schedule,
            Payload payload,
            MeterRegistry meters) {
        this.database = database;
        this.clocks = clocks;
        this.shelves = shelves;
        this.sender = sender;
        this.schedule = schedule;
        this.intake = new Intake(clocks, events, shelves, payload);
        this.meters = meters;
        meters.gauge("sluice.webhook.under.way", underWay);
    }

    /// The room's tables.
    record Shelves(EndpointStore endpoints, DeliveryStore deliveries) {}

    /// An attempt that has ended.
    private record Ended(Delivery delivery, Reply reply) {}

    /// Writes what has ended and takes up what is due; true while something is under way. One thread calls this.
    public boolean step() {
        var all = drain();
        write(all);
        boolean looks = System.nanoTime() - lookedAt >= LOOK_EVERY.toNanos();
        if (looks) {
            lookedAt = System.nanoTime();
            look();
        }
        if (looks || hungry || !all.isEmpty()) {
            take().forEach(this::send);
        }
        return hungry || underWay.get() > 0;
    }

    /// What has ended by now; while something is under way, it is waited for a moment. Whatever ends soon after the
    /// first is waited for as well: the database is asked a dozen things for one message as for many.
    private List<Ended> drain() {
        var all = new ArrayList<Ended>();
        try {
            if (underWay.get() > 0 && !hungry) {
                long enough = underWay.get() / 2;
                var next = ended.poll(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
                long end = System.nanoTime() + GATHERED.toNanos();
                while (next != null) {
                    all.add(next);
                    next = all.size() < enough ? ended.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS) : null;
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        ended.drainTo(all);
        return all;
    }

    private void write(List<Ended> all) {
        if (all.isEmpty()) {
            return;
        }
        var now = clocks.instant();
        var outcomes = all.stream().map(each -> outcome(each, now)).toList();
        try {
            database.run(tx -> {
                shelves.deliveries().end(tx, outcomes);
                new AttemptStore(shelves.deliveries()).insert(tx, outcomes);
                judge(tx, all, now);
            });
        } catch (RuntimeException failed) {
            // It is known here alone by now.
            ended.addAll(all);
            throw failed;
        }
        for (var each : all) {
            underWay.decrementAndGet();
            window(each.delivery().endpoint()).end(each.reply().isSuccess());
            meters.counter("sluice.webhook.attempts", "outcome", each.reply().isSuccess() ? "delivered" : "failed")
                    .increment();
        }
    }

    private Outcome outcome(Ended one, Instant now) {
        var delivery = one.delivery();
        var reply = one.reply();
        var result = new Result(
                delivery.attempt(),
                now,
                reply.statusCode(),
                (int) reply.latency().toMillis(),
                reply.error(),
                reply.excerpt());
        if (reply.isSuccess()) {
            return new Outcome(delivery, result, Status.DELIVERED, null);
        }
        var wait = reply.isGone()
                ? Optional.<Duration>empty()
                : schedule.after(delivery.attemptOfSeries(), reply.retryAfter());
        return wait.map(each -> new Outcome(delivery, result, Status.PENDING, now.plus(each)))
                .orElseGet(() -> new Outcome(delivery, result, Status.FAILED, null));
    }

    /// Endpoints that want nothing any more, or that have only failed for days, are disabled.
    private void judge(Tx tx, List<Ended> all, Instant now) {
        var well = new HashSet<EndpointRef>();
        var ill = new HashSet<EndpointRef>();
        var gone = new HashSet<EndpointRef>();
        for (var each : all) {
            var endpoint = each.delivery().endpoint();
            (each.reply().isSuccess() ? well : ill).add(endpoint);
            if (each.reply().isGone()) {
                gone.add(endpoint);
            }
        }
        ill.removeAll(well);
        CursorStore.well(tx, sorted(well));
        var tired = CursorStore.failing(tx, sorted(ill), now).stream()
                .filter(each -> !each.since().plus(FAILING_MAX).isAfter(now))
                .map(CursorStore.Failing::endpoint)
                .toList();
        gone.forEach(each -> disable(tx, each, Endpoint.Reason.GONE, now));
        tired.forEach(each -> disable(tx, each, Endpoint.Reason.FAILING, now));
    }

    private void disable(Tx tx, EndpointRef ref, Endpoint.Reason reason, Instant now) {
        shelves.endpoints()
                .lock(tx, ref.organizationId(), ref.endpointId())
                .filter(Endpoint::isEnabled)
                .ifPresent(endpoint -> {
                    shelves.endpoints().update(tx, endpoint.disabled(reason, now));
                    CursorStore.deactivate(tx, ref);
                    LOG.warn(
                            "webhook endpoint {} of {} is disabled: {}",
                            ref.endpointId(),
                            ref.organizationId(),
                            reason);
                });
    }

    /// Locks are taken in one order by all.
    private static List<EndpointRef> sorted(Set<EndpointRef> refs) {
        return refs.stream().sorted(EndpointRef.ORDER).toList();
    }

    /// Finds out who wants something.
    private void look() {
        var now = clocks.instant();
        var realNow = clocks.realInstant();
        wanting = database.inTx(tx -> intake.wanting(tx, now, realNow));
        windows.entrySet().removeIf(each -> each.getValue().isIdle() && !wanting.containsKey(each.getKey()));
    }

    /// Takes in hand what is due, as far as there is room for it. Who has no more of it is not asked again before the
    /// next look.
    private List<Parcel> take() {
        int places = UNDER_WAY_MAX - underWay.get();
        int share = Math.max(1, places / Math.max(1, wanting.size()));
        var rooms = new HashMap<EndpointRef, Integer>();
        for (var endpoint : wanting.keySet()) {
            int room = Math.min(window(endpoint).room(), Math.min(share, places));
            if (room > 0) {
                rooms.put(endpoint, room);
                places -= room;
            }
        }
        if (rooms.isEmpty()) {
            hungry = false;
            return List.of();
        }
        var wants = rooms.entrySet().stream()
                .map(each -> new Intake.Want(
                        each.getKey(), each.getValue(), Boolean.TRUE.equals(wanting.get(each.getKey()))))
                .toList();
        var lease = lease();
        var taken = database.inTx(tx -> intake.take(tx, wants, lease));
        var still = new HashMap<>(wanting);
        still.keySet().removeIf(each -> rooms.containsKey(each) && !taken.more().contains(each));
        wanting = still;
        hungry = !taken.more().isEmpty();
        return taken.parcels();
    }

    private Lease lease() {
        var realNow = clocks.realInstant();
        return new Lease(clocks.instant(), realNow, realNow.plus(LEASE));
    }

    private void send(Parcel parcel) {
        underWay.incrementAndGet();
        window(parcel.delivery().endpoint()).begin();
        Thread.ofVirtual().name("webhook").start(() -> ended.add(new Ended(parcel.delivery(), attempt(parcel))));
    }

    private Reply attempt(Parcel parcel) {
        var secrets = parcel.endpoint().secrets().inUse(clocks.instant());
        try {
            return sender.send(new Letter(parcel.endpoint().url(), parcel.message(), secrets, clocks.realInstant()));
        } catch (RuntimeException failed) {
            LOG.error("delivery {} could not be tried", parcel.delivery().id(), failed);
            return Reply.broken(failed.getClass().getSimpleName());
        }
    }

    private Window window(EndpointRef endpoint) {
        return windows.computeIfAbsent(endpoint, _ -> new Window());
    }

    /// Waits a moment for what is under way; what has not ended by then is sent again later.
    @Override
    public void close() {
        long end = System.nanoTime() + STOP_TIMEOUT.toNanos();
        while (underWay.get() > 0 && System.nanoTime() < end) {
            write(drain());
        }
        sender.close();
    }
}
