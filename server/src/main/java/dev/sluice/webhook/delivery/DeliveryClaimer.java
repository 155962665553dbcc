package dev.sluice.webhook.delivery;

import dev.sluice.client.model.EventTypes;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.event.Events;
import dev.sluice.event.Recorded;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.webhook.delivery.Delivery.Status;
import dev.sluice.webhook.delivery.DeliveryStore.Lease;
import dev.sluice.webhook.endpoint.Endpoint;
import dev.sluice.webhook.endpoint.EndpointCursorStore;
import dev.sluice.webhook.endpoint.EndpointCursorStore.Active;
import dev.sluice.webhook.endpoint.EndpointCursorStore.Cursor;
import dev.sluice.webhook.endpoint.EndpointRef;
import dev.sluice.webhook.endpoint.EndpointStore;
import dev.sluice.webhook.feed.Message;
import dev.sluice.webhook.feed.Payload;
import dev.sluice.webhook.feed.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Claims messages: deliveries that are due for a retry, and new ones for the next events in the feed. Its queries
/// share round trips as far as possible.
final class DeliveryClaimer {
    /// Events that are looked at for an endpoint that does not want all types: twice as many as there is room for.
    private static final int HEADS_MIN = 32;

    private static final int HEADS_MAX = 400;
    private static final String RECORD = "webhook endpoint";

    private final Clocks clocks;
    private final Events events;
    private final WebhookStores stores;
    private final Payload payload;
    private final TamperAlarm alarm;

    DeliveryClaimer(Clocks clocks, Events events, WebhookStores stores, Payload payload, TamperAlarm alarm) {
        this.clocks = clocks;
        this.events = events;
        this.stores = stores;
        this.payload = payload;
        this.alarm = alarm;
        alarm.expect(RECORD);
    }

    /// Number of messages that an endpoint has room for.
    ///
    /// @param due true if a delivery waits for a retry
    record EndpointCapacity(EndpointRef endpoint, int count, boolean due) {}

    /// Claimed messages.
    ///
    /// @param more endpoints with possibly more of them at once
    record Taken(List<LeasedDelivery> deliveries, Set<EndpointRef> more) {
        static final Taken NOTHING = new Taken(List.of(), Set.of());
    }

    /// Endpoints that may be sent to.
    ///
    /// @param wanting endpoints with new events in the feed, or with due deliveries; true for the latter
    record DueWork(Set<EndpointRef> active, Map<EndpointRef, Boolean> wanting) {
        static final DueWork NOBODY = new DueWork(Set.of(), Map.of());
    }

    DueWork findDue(Tx tx, Instant now, Instant realNow) {
        var active = EndpointCursorStore.active(tx, now, realNow);
        if (active.isEmpty()) {
            return DueWork.NOBODY;
        }
        var refs = active.stream().map(each -> each.cursor().endpoint()).toList();
        var last = last(tx, refs).get();
        return new DueWork(
                Set.copyOf(refs),
                active.stream()
                        .filter(each -> each.due() || isBehind(each.cursor(), last))
                        .collect(Collectors.toMap(each -> each.cursor().endpoint(), Active::due)));
    }

    private Supplier<Map<UUID, Long>> last(Tx tx, Collection<EndpointRef> endpoints) {
        return events.lastPositions(
                tx,
                endpoints.stream().map(EndpointRef::organizationId).distinct().toList());
    }

    private static boolean isBehind(Cursor cursor, Map<UUID, Long> last) {
        return cursor.position() < last.getOrDefault(cursor.endpoint().organizationId(), 0L);
    }

    /// Claims the wanted messages, as far as they exist and no other node has leased them.
    Taken take(Tx tx, List<EndpointCapacity> capacities, Lease lease) {
        var refs = capacities.stream()
                .map(EndpointCapacity::endpoint)
                .sorted(EndpointRef.ORDER)
                .toList();
        var locked = EndpointCursorStore.lock(tx, refs);
        var enabled = stores.endpoints().enabled(tx, refs);
        var asked = last(tx, refs);
        var checked = enabled.get();
        var held = held(tx, checked);
        var endpoints = checked.stream()
                .filter(EndpointStore.Checked::authentic)
                .map(EndpointStore.Checked::endpoint)
                .collect(Collectors.toMap(EndpointRef::of, Function.identity()));
        var cursors = locked.get().stream()
                .filter(each -> !held.contains(each.endpoint()))
                .toList();
        var last = asked.get();

        var rooms = new HashMap<EndpointRef, Integer>();
        capacities.forEach(each -> rooms.put(each.endpoint(), each.count()));
        var more = new HashSet<EndpointRef>();
        var repeated = repeats(tx, repeatable(capacities, cursors, last), lease, more);
        repeated.forEach(each -> rooms.merge(each.endpoint(), -1, Integer::sum));
        var behind = cursors.stream()
                .filter(each -> isBehind(each, last))
                .filter(each -> rooms.getOrDefault(each.endpoint(), 0) > 0)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        var fresh = fresh(tx, behind, endpoints, rooms, lease.now());
        fresh.moved().stream()
                .filter(each -> isBehind(each, last) && !behind.contains(each))
                .forEach(each -> more.add(each.endpoint()));

        var inserted = DeliveryStore.insert(tx, fresh.begun(), lease.until());
        var told = events(
                tx, Stream.concat(repeated.stream(), fresh.begun().stream()).toList());
        var isNew = Set.copyOf(inserted.get());
        EndpointCursorStore.move(tx, fresh.moved());
        var taken = Stream.concat(repeated.stream(), fresh.begun().stream().filter(each -> isNew.contains(each.id())));
        return new Taken(parcels(taken, endpoints, told, lease), more);
    }

    /// Returns endpoints that were altered in the database: nothing is sent to them, and their position in the
    /// feed stays.
    private Set<EndpointRef> held(Tx tx, List<EndpointStore.Checked> checked) {
        var held = checked.stream()
                .filter(each -> !each.authentic())
                .map(each -> EndpointRef.of(each.endpoint()))
                .collect(Collectors.toSet());
        held.forEach(each -> alarm.raise(tx, RECORD, each.organizationId(), each.endpointId()));
        return held;
    }

    /// Divides the room between retries and new events, if there are both.
    private static List<DeliveryStore.ClaimQuota> repeatable(
            List<EndpointCapacity> capacities, List<Cursor> cursors, Map<UUID, Long> last) {
        var byEndpoint = cursors.stream().collect(Collectors.toMap(Cursor::endpoint, Function.identity()));
        var repeatable = new ArrayList<DeliveryStore.ClaimQuota>();
        for (var capacity : capacities) {
            var cursor = byEndpoint.get(capacity.endpoint());
            if (capacity.due() && cursor != null) {
                int count = isBehind(cursor, last) ? (capacity.count() + 1) / 2 : capacity.count();
                repeatable.add(new DeliveryStore.ClaimQuota(capacity.endpoint(), count));
            }
        }
        return repeatable;
    }

    private List<Delivery> repeats(Tx tx, List<DeliveryStore.ClaimQuota> quotas, Lease lease, Set<EndpointRef> more) {
        var claimed = stores.deliveries().claim(tx, quotas, lease);
        var counts = claimed.stream().collect(Collectors.groupingBy(Delivery::endpoint, Collectors.counting()));
        quotas.stream()
                .filter(each -> counts.getOrDefault(each.endpoint(), 0L) == each.count())
                .forEach(each -> more.add(each.endpoint()));
        return claimed;
    }

    /// New deliveries, and the new positions of their endpoints.
    private record Fresh(List<Delivery> begun, List<Cursor> moved) {}

    /// Begins deliveries of the next events that endpoints want.
    private Fresh fresh(
            Tx tx,
            Collection<Cursor> behind,
            Map<EndpointRef, Endpoint> endpoints,
            Map<EndpointRef, Integer> capacities,
            Instant now) {
        var counts = new HashMap<Events.FeedPosition, Integer>();
        for (var cursor : behind) {
            int capacity = capacities.getOrDefault(cursor.endpoint(), 0);
            var place = new Events.FeedPosition(cursor.endpoint().organizationId(), cursor.position());
            counts.merge(place, heads(endpoints.get(cursor.endpoint()), capacity), Math::max);
        }
        var feeds = new HashMap<UUID, Map<Long, Recorded>>();
        for (var head : events.headsAfter(tx, counts)) {
            feeds.computeIfAbsent(head.event().organizationId(), _ -> new HashMap<>())
                    .put(head.position(), head);
        }
        var begun = new ArrayList<Delivery>();
        var moved = new ArrayList<Cursor>();
        for (var cursor : behind) {
            var endpoint = endpoints.get(cursor.endpoint());
            var feed = feeds.getOrDefault(cursor.endpoint().organizationId(), Map.of());
            int capacity = capacities.getOrDefault(cursor.endpoint(), 0);
            long position = cursor.position();
            // The endpoints of one organization may have different positions; the following positions have
            // no gaps.
            for (var head = feed.get(position + 1);
                    head != null && endpoint != null && capacity > 0;
                    head = feed.get(position + 1)) {
                if (EventTypes.match(endpoint.types(), head.event().type())) {
                    begun.add(delivery(cursor.endpoint(), head, now));
                    capacity--;
                }
                position++;
            }
            moved.add(new Cursor(cursor.endpoint(), position));
        }
        return new Fresh(begun, moved);
    }

    private static int heads(@Nullable Endpoint endpoint, int capacity) {
        return endpoint == null || Types.matchAll(endpoint.types())
                ? capacity
                : Math.clamp(2L * capacity, HEADS_MIN, HEADS_MAX);
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

    private Map<UUID, Recorded> events(Tx tx, List<Delivery> deliveries) {
        var places = deliveries.stream()
                .flatMap(each -> place(each).stream())
                .distinct()
                .toList();
        return events.at(tx, places).stream().collect(Collectors.toMap(Recorded::id, Function.identity()));
    }

    private static Optional<Events.FeedPosition> place(Delivery delivery) {
        return Optional.ofNullable(delivery.position())
                .map(position -> new Events.FeedPosition(delivery.endpoint().organizationId(), position));
    }

    /// Returns the messages; each body is written once for all endpoints with the same form of amounts.
    private List<LeasedDelivery> parcels(
            Stream<Delivery> taken, Map<EndpointRef, Endpoint> endpoints, Map<UUID, Recorded> events, Lease lease) {
        var messages = new HashMap<Map.Entry<UUID, Endpoint.Amounts>, Message>();
        return taken.filter(each -> endpoints.containsKey(each.endpoint()))
                .filter(each -> events.containsKey(each.eventId()))
                .map(each -> {
                    var endpoint = Objects.requireNonNull(endpoints.get(each.endpoint()));
                    var event = Objects.requireNonNull(events.get(each.eventId()));
                    var message = messages.computeIfAbsent(
                            Map.entry(event.id(), endpoint.amounts()), _ -> payload.message(event, endpoint.amounts()));
                    return new LeasedDelivery(each, endpoint, message, lease);
                })
                .toList();
    }
}
