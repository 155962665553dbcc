package dev.sluice.webhook;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.event.Events;
import dev.sluice.event.Recorded;
import dev.sluice.webhook.CursorStore.Cursor;
import dev.sluice.webhook.Delivery.Result;
import dev.sluice.webhook.Delivery.Status;
import dev.sluice.webhook.DeliveryStore.Lease;
import dev.sluice.webhook.DeliveryStore.Outcome;
import dev.sluice.webhook.DeliveryStore.Want;
import dev.sluice.webhook.Sender.Letter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    private static final int HEADS = 200;

    private final Database database;
    private final Clocks clocks;
    private final Events events;
    private final Shelves shelves;
    private final Sender sender;
    private final Schedule schedule;
    private final Payload payload;
    private final MeterRegistry meters;

    private final Map<EndpointRef, Window> windows = new HashMap<>();
    private final LinkedBlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private long lookedAt = System.nanoTime() - LOOK_EVERY.toNanos();
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
        this.events = events;
        this.shelves = shelves;
        this.sender = sender;
        this.schedule = schedule;
        this.payload = payload;
        this.meters = meters;
        meters.gauge("sluice.webhook.under.way", underWay);
    }

    /// The room's tables.
    record Shelves(EndpointStore endpoints, DeliveryStore deliveries) {}

    /// What is sent: a delivery that is in hand, its endpoint, and its message.
    private record Parcel(Delivery delivery, Endpoint endpoint, Message message) {}

    /// An attempt that has ended.
    private record Ended(Delivery delivery, Reply reply) {}

    /// Writes what has ended and takes up what is due; true while something is under way. One thread calls this.
    public boolean step() {
        write(drain());
        if (hungry || System.nanoTime() - lookedAt >= LOOK_EVERY.toNanos()) {
            lookedAt = System.nanoTime();
            take().forEach(this::send);
        }
        return underWay.get() > 0;
    }

    /// What has ended by now; while something is under way, it is waited for a moment.
    private List<Ended> drain() {
        var all = new ArrayList<Ended>();
        try {
            if (underWay.get() > 0) {
                Optional.ofNullable(ended.poll(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS))
                        .ifPresent(all::add);
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

    /// Takes in hand what is due, as far as there is room for it.
    private List<Parcel> take() {
        var now = clocks.instant();
        var realNow = clocks.realInstant();
        var wanting = database.inTx(tx -> wanting(tx, now, realNow));
        windows.entrySet().removeIf(each -> each.getValue().isIdle() && !wanting.contains(each.getKey()));
        int places = UNDER_WAY_MAX - underWay.get();
        int share = Math.max(1, places / Math.max(1, wanting.size()));
        var rooms = new HashMap<EndpointRef, Integer>();
        for (var endpoint : wanting) {
            int room = Math.min(window(endpoint).room(), Math.min(share, places));
            if (room > 0) {
                rooms.put(endpoint, room);
                places -= room;
            }
        }
        hungry = !rooms.isEmpty();
        return rooms.isEmpty()
                ? List.of()
                : database.inTx(tx -> take(tx, rooms, new Lease(now, realNow, realNow.plus(LEASE))));
    }

    /// Endpoints that have something due, or of which the feed goes on.
    private Set<EndpointRef> wanting(Tx tx, Instant now, Instant realNow) {
        var active = CursorStore.active(tx, now, realNow);
        var last = lastPositions(tx, active);
        return active.stream()
                .filter(each -> each.due() || each.position() < last.apply(each))
                .map(Cursor::endpoint)
                .collect(Collectors.toSet());
    }

    private Function<Cursor, Long> lastPositions(Tx tx, List<Cursor> cursors) {
        var organizations = cursors.stream()
                .map(each -> each.endpoint().organizationId())
                .distinct()
                .toList();
        var last = organizations.isEmpty() ? Map.<UUID, Long>of() : events.lastPositions(tx, organizations);
        return cursor -> last.getOrDefault(cursor.endpoint().organizationId(), 0L);
    }

    private List<Parcel> take(Tx tx, Map<EndpointRef, Integer> rooms, Lease lease) {
        var cursors = CursorStore.lock(tx, sorted(rooms.keySet()));
        var endpoints = shelves
                .endpoints()
                .enabled(tx, cursors.stream().map(Cursor::endpoint).toList())
                .stream()
                .collect(Collectors.toMap(EndpointRef::of, Function.identity()));
        var last = lastPositions(tx, cursors);
        var wants = cursors.stream()
                .map(each -> new Want(each.endpoint(), forRetries(each, last, rooms)))
                .toList();
        var taken = new ArrayList<>(shelves.deliveries().claim(tx, wants, lease));
        var left = new HashMap<>(rooms);
        taken.forEach(each -> left.merge(each.endpoint(), -1, Integer::sum));
        var behind = cursors.stream()
                .filter(each -> each.position() < last.apply(each))
                .filter(each -> left.getOrDefault(each.endpoint(), 0) > 0)
                .toList();
        taken.addAll(fresh(tx, behind, endpoints, left, lease));
        return parcels(tx, taken, endpoints);
    }

    /// What failed before and what is new share the room, where there is both.
    private static int forRetries(Cursor cursor, Function<Cursor, Long> last, Map<EndpointRef, Integer> rooms) {
        int room = rooms.getOrDefault(cursor.endpoint(), 0);
        return cursor.position() < last.apply(cursor) ? (room + 1) / 2 : room;
    }

    /// Begins deliveries of the next events that endpoints want, and moves the endpoints on.
    private List<Delivery> fresh(
            Tx tx,
            List<Cursor> behind,
            Map<EndpointRef, Endpoint> endpoints,
            Map<EndpointRef, Integer> room,
            Lease lease) {
        var places = behind.stream()
                .map(each -> new Events.Place(each.endpoint().organizationId(), each.position()))
                .distinct()
                .toList();
        var heads = events.headsAfter(tx, places, HEADS).stream()
                .collect(Collectors.groupingBy(each -> each.event().organizationId()));
        var begun = new ArrayList<Delivery>();
        var moved = new ArrayList<Cursor>();
        for (var cursor : behind) {
            var endpoint = endpoints.get(cursor.endpoint());
            int wanted = room.getOrDefault(cursor.endpoint(), 0);
            long position = cursor.position();
            for (var head : following(heads, cursor)) {
                if (endpoint == null || wanted == 0) {
                    break;
                }
                if (Types.match(endpoint.types(), head.event().type())) {
                    begun.add(delivery(cursor.endpoint(), head, lease.now()));
                    wanted--;
                }
                position = head.position();
            }
            moved.add(new Cursor(cursor.endpoint(), position, false));
        }
        CursorStore.move(tx, moved);
        var inserted = DeliveryStore.insert(tx, begun, lease.until());
        return begun.stream().filter(each -> inserted.contains(each.id())).toList();
    }

    /// The events after a place, without gaps: several endpoints of one organization may stand at several places.
    private static List<Recorded> following(Map<UUID, List<Recorded>> heads, Cursor cursor) {
        var byPosition = heads.getOrDefault(cursor.endpoint().organizationId(), List.of()).stream()
                .filter(each -> each.position() > cursor.position())
                .collect(Collectors.toMap(Recorded::position, Function.identity(), (one, _) -> one));
        var following = new ArrayList<Recorded>();
        for (long next = cursor.position() + 1; byPosition.containsKey(next); next++) {
            following.add(Objects.requireNonNull(byPosition.get(next)));
        }
        return following;
    }

    private Delivery delivery(EndpointRef endpoint, Recorded event, Instant now) {
        return new Delivery(
                endpoint,
                clocks.newId(),
                event.position(),
                event.id(),
                event.event().resourceId(),
                event.event().type(),
                Status.PENDING,
                1,
                0,
                null,
                now,
                now,
                null);
    }

    private List<Parcel> parcels(Tx tx, List<Delivery> taken, Map<EndpointRef, Endpoint> endpoints) {
        var messages = new HashMap<UUID, Message>();
        events.at(
                        tx,
                        taken.stream()
                                .flatMap(each -> place(each).stream())
                                .distinct()
                                .toList())
                .forEach(each -> messages.put(each.id(), payload.message(each)));
        return taken.stream()
                .filter(each -> endpoints.containsKey(each.endpoint()))
                .filter(each -> messages.containsKey(each.eventId()))
                .map(each -> new Parcel(
                        each,
                        Objects.requireNonNull(endpoints.get(each.endpoint())),
                        Objects.requireNonNull(messages.get(each.eventId()))))
                .toList();
    }

    private static Optional<Events.Place> place(Delivery delivery) {
        return Optional.ofNullable(delivery.position())
                .map(position -> new Events.Place(delivery.endpoint().organizationId(), position));
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
