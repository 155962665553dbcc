package dev.sluice.webhook.delivery;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.event.Events;
import dev.sluice.notification.Kind;
import dev.sluice.notification.Notifications;
import dev.sluice.notification.Subject;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.webhook.delivery.Delivery.Result;
import dev.sluice.webhook.delivery.Delivery.Status;
import dev.sluice.webhook.delivery.DeliveryExecutor.Ended;
import dev.sluice.webhook.delivery.DeliveryStore.Lease;
import dev.sluice.webhook.delivery.DeliveryStore.Outcome;
import dev.sluice.webhook.endpoint.Endpoint;
import dev.sluice.webhook.endpoint.EndpointCursorStore;
import dev.sluice.webhook.endpoint.EndpointCursorStore.EndpointOutcome;
import dev.sluice.webhook.endpoint.EndpointRef;
import dev.sluice.webhook.endpoint.EndpointStore;
import dev.sluice.webhook.feed.Payload;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Delivers events to endpoints. One thread stores the results of attempts and claims due deliveries, for all
/// endpoints at once and in one transaction. Between these transactions, other threads send the messages. Every node
/// may run it: no node claims a delivery that another node has leased.
///
/// Each endpoint has its own cursor in the feed and its own queue, so that none waits for another.
public final class WebhookDispatcher implements AutoCloseable {
    private static final String ATTEMPTS = "sluice.webhook.attempts";
    private static final Logger LOG = LoggerFactory.getLogger(WebhookDispatcher.class);

    /// Lease of a delivery, longer than any attempt that begins in time. After it, another node sends the
    /// deliveries of a node that died.
    private static final Duration LEASE = Sender.TIMEOUT.plusSeconds(10);

    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration STOP_RETRY = Duration.ofMillis(200);

    /// Maximum time of uninterrupted failure of an endpoint.
    static final Duration FAILING_MAX = Duration.ofDays(5);

    /// After this time without an attempt, the state of an endpoint is unknown: its days of failing start anew. It
    /// is longer than any wait between two attempts of one message.
    static final Duration QUIET_MAX = Duration.ofDays(2);

    private final Database database;
    private final Clocks clocks;
    private final WebhookStores stores;
    private final RetryBackoff backoff;
    private final Notifications notifications;
    private final DeliveryClaimer claimer;
    private final MeterRegistry meters;

    private final Map<EndpointRef, EndpointQueue> queues = new HashMap<>();
    private final DeliveryExecutor executor;
    private boolean closing;
    private long lookedAt = System.nanoTime() - LOOK_EVERY.toNanos();

    /// Number of claimed deliveries without a stored result.
    private int inProgress;

    /// Endpoints that may receive deliveries, by the last look.
    private Set<EndpointRef> active = Set.of();

    /// Endpoints with deliveries to claim, by the last look; the value is true if a failed delivery is due again.
    private Map<EndpointRef, Boolean> wanting = Map.of();

    private boolean hungry;
    private int turn;

    public WebhookDispatcher(
            Database database,
            Clocks clocks,
            Events events,
            WebhookStores stores,
            Sender sender,
            RetryBackoff backoff,
            Payload payload,
            Notifications notifications,
            MeterRegistry meters,
            TamperAlarm alarm) {
        this.database = database;
        this.clocks = clocks;
        this.notifications = notifications;
        this.stores = stores;
        this.backoff = backoff;
        this.claimer = new DeliveryClaimer(clocks, events, stores, payload, alarm);
        this.meters = meters;
        // Registered at the start, so that the first failure shows as an increase.
        meters.counter(ATTEMPTS, "outcome", "delivered");
        meters.counter(ATTEMPTS, "outcome", "failed");
        this.executor = new DeliveryExecutor(clocks, sender, meters);
    }

    /// Stores the results of attempts and claims due deliveries; returns true while claimed deliveries are
    /// outstanding. Only one thread calls this.
    public boolean step() {
        var all = executor.ended(hungry ? 0 : inProgress);
        boolean looks = System.nanoTime() - lookedAt >= LOOK_EVERY.toNanos();
        if (looks) {
            lookedAt = System.nanoTime();
            findDue(all);
        }
        var surplus = surplus();
        boolean takes = looks || hungry || !all.isEmpty();
        settle(all, surplus, takes ? capacities() : List.of());
        executor.begin(inTurn(queues.values()));
        return hungry || inProgress > 0;
    }

    /// Returns claimed deliveries that are not to be sent: they wait for too long, or their endpoint has failed or
    /// is not active any more.
    private List<LeasedDelivery> surplus() {
        var now = clocks.realInstant();
        return queues.entrySet().stream()
                .flatMap(each -> (active.contains(each.getKey()) && !closing
                                ? each.getValue().surplus(now)
                                : each.getValue().clear())
                        .stream())
                .toList();
    }

    /// Stores results, releases the surplus and claims wanted deliveries, all in one transaction. Its commit does
    /// not wait for the disk: messages whose results are lost in a crash of the database are sent once more.
    private void settle(
            List<Ended> all, List<LeasedDelivery> surplus, List<DeliveryClaimer.EndpointCapacity> capacities) {
        // If this fails, the surplus is free when its lease ends.
        inProgress -= surplus.size();
        if (all.isEmpty() && surplus.isEmpty() && capacities.isEmpty()) {
            hungry = false;
            return;
        }
        var now = clocks.instant();
        var outcomes = all.stream().map(each -> outcome(each, now)).toList();
        var lease = lease();
        DeliveryClaimer.Taken taken;
        try {
            taken = database.inUnsyncedTx(tx -> {
                write(tx, all, outcomes, now);
                DeliveryStore.release(tx, surplus);
                return capacities.isEmpty() ? DeliveryClaimer.Taken.NOTHING : claimer.take(tx, capacities, lease);
            });
        } catch (RuntimeException failed) {
            // A failure to claim must not prevent the results from being stored, or all these messages
            // would be sent again.
            rescue(all, outcomes, now);
            throw failed;
        }
        written(all);
        put(capacities, taken);
    }

    private void rescue(List<Ended> all, List<Outcome> outcomes, Instant now) {
        if (all.isEmpty()) {
            return;
        }
        try {
            database.inUnsyncedTx(tx -> {
                write(tx, all, outcomes, now);
                return true;
            });
            written(all);
        } catch (RuntimeException failed) {
            // Only this node's memory has the results by now.
            executor.remember(all);
            LOG.warn("results of {} deliveries are not stored yet: {}", all.size(), failed.toString());
        }
    }

    private void write(Tx tx, List<Ended> all, List<Outcome> outcomes, Instant now) {
        if (all.isEmpty()) {
            return;
        }
        disableFailing(tx, all, now);
        stores.deliveries().end(tx, outcomes);
        stores.attempts().insert(tx, outcomes);
    }

    private void written(List<Ended> all) {
        inProgress -= all.size();
        int delivered =
                (int) all.stream().filter(each -> each.result().isSuccess()).count();
        meters.counter(ATTEMPTS, "outcome", "delivered").increment(delivered);
        meters.counter(ATTEMPTS, "outcome", "failed").increment(all.size() - delivered);
    }

    private Outcome outcome(Ended one, Instant now) {
        var delivery = one.delivery();
        var reply = one.result();
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
                : backoff.delayAfter(delivery.attemptOfSeries(), reply.retryAfter());
        return wait.map(each -> new Outcome(delivery, result, Status.PENDING, now.plus(each)))
                .orElseGet(() -> new Outcome(delivery, result, Status.FAILED, null));
    }

    /// Disables endpoints that are gone or have only failed for days. This comes before the deliveries are
    /// written: see [EndpointStore#lock].
    private void disableFailing(Tx tx, List<Ended> all, Instant now) {
        var told = endpoints(all, _ -> true);
        var gone = endpoints(all, AttemptResult::isGone);
        var well = endpoints(all, AttemptResult::isSuccess);
        well.removeAll(gone);
        var lately = now.minus(QUIET_MAX);
        var failing = EndpointCursorStore.recordOutcomes(
                tx,
                told.stream()
                        .map(each -> well.contains(each)
                                ? new EndpointOutcome(each, null, null)
                                : new EndpointOutcome(each, now, lately))
                        .toList());
        if (well.containsAll(told)) {
            return;
        }
        gone.forEach(each -> disable(tx, each, Endpoint.Reason.GONE, now));
        failing.get().stream()
                .flatMap(Optional::stream)
                .filter(each -> !each.since().plus(FAILING_MAX).isAfter(now))
                .forEach(each -> disable(tx, each.endpoint(), Endpoint.Reason.FAILING, now));
    }

    private static Set<EndpointRef> endpoints(List<Ended> all, Predicate<AttemptResult> that) {
        return all.stream()
                .filter(each -> that.test(each.result()))
                .map(each -> each.delivery().endpoint())
                .collect(Collectors.toCollection(HashSet::new));
    }

    private void disable(Tx tx, EndpointRef ref, Endpoint.Reason reason, Instant now) {
        stores.endpoints()
                .lock(tx, ref.organizationId(), ref.endpointId())
                .filter(EndpointStore.Checked::authentic)
                .map(EndpointStore.Checked::endpoint)
                .filter(Endpoint::isEnabled)
                .ifPresent(endpoint -> {
                    stores.endpoints().update(tx, endpoint.disabled(reason, now));
                    EndpointCursorStore.deactivate(tx, ref);
                    notifications.create(
                            tx,
                            ref.organizationId(),
                            Kind.ENDPOINT_DISABLED,
                            new Subject(
                                    ref.endpointId().toString(),
                                    null,
                                    null,
                                    endpoint.url().toString()));
                    LOG.warn(
                            "webhook endpoint {} of {} is disabled: {}",
                            ref.endpointId(),
                            ref.organizationId(),
                            reason);
                });
    }

    /// Reads the active endpoints and those with deliveries to claim.
    private void findDue(List<Ended> ended) {
        var now = clocks.instant();
        var realNow = clocks.realInstant();
        DeliveryClaimer.DueWork look;
        try {
            look = database.inTx(tx -> claimer.findDue(tx, now, realNow));
        } catch (RuntimeException failed) {
            // Only this node's memory has the results by now.
            executor.remember(ended);
            throw failed;
        }
        active = look.active();
        wanting = look.wanting();
        queues.entrySet().removeIf(each -> each.getValue().isExpired(realNow) && !wanting.containsKey(each.getKey()));
    }

    /// Returns the number of due deliveries to claim per endpoint, as far as there is room for them.
    private List<DeliveryClaimer.EndpointCapacity> capacities() {
        var now = clocks.realInstant();
        int places = executor.freeSlots();
        int share = Math.max(1, places / Math.max(1, wanting.size()));
        var capacities = new ArrayList<DeliveryClaimer.EndpointCapacity>();
        for (var each : inTurn(wanting.entrySet())) {
            int capacity = queue(each.getKey()).capacityLeft(Math.min(share, places), now);
            if (capacity > 0) {
                capacities.add(new DeliveryClaimer.EndpointCapacity(each.getKey(), capacity, each.getValue()));
                places -= Math.min(capacity, Math.min(share, places));
            }
        }
        return capacities;
    }

    /// Returns all elements in an order that rotates with each call, so that no element is always last if places
    /// are scarce.
    private <T> List<T> inTurn(Collection<T> all) {
        var turned = new ArrayList<>(all);
        Collections.rotate(turned, turn++);
        return turned;
    }

    private Lease lease() {
        var realNow = clocks.realInstant();
        return new Lease(clocks.instant(), realNow, realNow.plus(LEASE));
    }

    /// Queues claimed deliveries. An endpoint without more is not asked for again before the next look. An
    /// endpoint with more is asked for at once if it got less than half of its room, for example because it
    /// subscribes to few types.
    private void put(List<DeliveryClaimer.EndpointCapacity> capacities, DeliveryClaimer.Taken taken) {
        var now = clocks.realInstant();
        var counts = new HashMap<EndpointRef, Integer>();
        for (var delivery : taken.deliveries()) {
            var endpoint = delivery.delivery().endpoint();
            queue(endpoint).put(delivery, now);
            counts.merge(endpoint, 1, Integer::sum);
        }
        inProgress += taken.deliveries().size();
        var still = new HashMap<>(wanting);
        hungry = false;
        for (var capacity : capacities) {
            boolean hasMore = taken.more().contains(capacity.endpoint());
            if (!hasMore) {
                still.remove(capacity.endpoint());
            }
            hungry = hungry || (hasMore && 2 * counts.getOrDefault(capacity.endpoint(), 0) < capacity.count());
        }
        wanting = still;
    }

    private EndpointQueue queue(EndpointRef endpoint) {
        return queues.computeIfAbsent(endpoint, _ -> new EndpointQueue());
    }

    /// Releases queued deliveries and waits a moment for attempts under way. Messages whose attempt does not end
    /// by then are sent again later.
    @Override
    public void close() {
        closing = true;
        executor.finish();
        long end = System.nanoTime() + STOP_TIMEOUT.toNanos();
        try {
            do {
                settleAtShutdown();
            } while (inProgress > 0 && System.nanoTime() < end);
        } finally {
            executor.close();
        }
    }

    /// Settles once at shutdown. An outage of the database may end before the shutdown gives up.
    private void settleAtShutdown() {
        try {
            settle(executor.ended(inProgress), surplus(), List.of());
        } catch (RuntimeException failed) {
            LOG.warn(
                    "{} deliveries are in progress at shutdown, and their results cannot be stored: {}",
                    inProgress,
                    failed.toString());
            LockSupport.parkNanos(STOP_RETRY.toNanos());
        }
    }
}
