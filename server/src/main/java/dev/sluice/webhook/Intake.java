package dev.sluice.webhook;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.event.Events;
import dev.sluice.event.Recorded;
import dev.sluice.webhook.Courier.Shelves;
import dev.sluice.webhook.CursorStore.Cursor;
import dev.sluice.webhook.Delivery.Status;
import dev.sluice.webhook.DeliveryStore.Lease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
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

/// Takes messages in hand: deliveries that are due once more, and new ones of the events that follow in the feed. What
/// it asks the database for travels together as far as it can.
final class Intake {
    /// Events that are looked at in one step: twice as many as are wanted, since an endpoint may not want all types.
    private static final int HEADS_MIN = 32;

    private static final int HEADS_MAX = 200;

    private final Clocks clocks;
    private final Events events;
    private final Shelves shelves;
    private final Payload payload;

    Intake(Clocks clocks, Events events, Shelves shelves, Payload payload) {
        this.clocks = clocks;
        this.events = events;
        this.shelves = shelves;
        this.payload = payload;
    }

    /// What is sent: a delivery that is in hand, its endpoint, and its message.
    record Parcel(Delivery delivery, Endpoint endpoint, Message message) {}

    /// How many messages there is room for.
    ///
    /// @param due whether something waits for another attempt
    record Want(EndpointRef endpoint, int count, boolean due) {}

    /// What was taken in hand.
    ///
    /// @param more endpoints for which there may be more of it at once
    record Taken(List<Parcel> parcels, Set<EndpointRef> more) {}

    /// Endpoints of which the feed goes on, or that have something due; the latter are true.
    Map<EndpointRef, Boolean> wanting(Tx tx, Instant now, Instant realNow) {
        var active = CursorStore.active(tx, now, realNow);
        if (active.isEmpty()) {
            return Map.of();
        }
        var last = last(tx, active.stream().map(Cursor::endpoint).toList()).get();
        return active.stream()
                .filter(each -> each.due() || isBehind(each, last))
                .collect(Collectors.toMap(Cursor::endpoint, Cursor::due));
    }

    private Supplier<Map<UUID, Long>> last(Tx tx, Collection<EndpointRef> endpoints) {
        return events.lastPositions(
                tx,
                endpoints.stream().map(EndpointRef::organizationId).distinct().toList());
    }

    private static boolean isBehind(Cursor cursor, Map<UUID, Long> last) {
        return cursor.position() < last.getOrDefault(cursor.endpoint().organizationId(), 0L);
    }

    /// Takes in hand what is wanted, as far as it is there and no other node has it.
    Taken take(Tx tx, List<Want> wants, Lease lease) {
        var refs = wants.stream().map(Want::endpoint).sorted(EndpointRef.ORDER).toList();
        var locked = CursorStore.lock(tx, refs);
        var enabled = shelves.endpoints().enabled(tx, refs);
        var asked = last(tx, refs);
        var endpoints = enabled.get().stream().collect(Collectors.toMap(EndpointRef::of, Function.identity()));
        var cursors = locked.get();
        var last = asked.get();

        var rooms = new HashMap<EndpointRef, Integer>();
        wants.forEach(each -> rooms.put(each.endpoint(), each.count()));
        var more = new HashSet<EndpointRef>();
        var repeated = repeats(tx, repeatable(wants, cursors, last), lease, more);
        repeated.forEach(each -> rooms.merge(each.endpoint(), -1, Integer::sum));
        var behind = cursors.stream()
                .filter(each -> isBehind(each, last))
                .filter(each -> rooms.getOrDefault(each.endpoint(), 0) > 0)
                .toList();
        var fresh = fresh(tx, behind, endpoints, rooms, lease.now());
        fresh.moved().stream()
                .filter(each -> isBehind(each, last) && !behind.contains(each))
                .forEach(each -> more.add(each.endpoint()));

        var inserted = DeliveryStore.insert(tx, fresh.begun(), lease.until());
        var messages = messages(
                tx, Stream.concat(repeated.stream(), fresh.begun().stream()).toList());
        var isNew = Set.copyOf(inserted.get());
        CursorStore.move(tx, fresh.moved());
        var taken = Stream.concat(repeated.stream(), fresh.begun().stream().filter(each -> isNew.contains(each.id())));
        return new Taken(parcels(taken, endpoints, messages), more);
    }

    /// What failed before and what is new share the room, where there is both.
    private static List<DeliveryStore.Want> repeatable(List<Want> wants, List<Cursor> cursors, Map<UUID, Long> last) {
        var byEndpoint = cursors.stream().collect(Collectors.toMap(Cursor::endpoint, Function.identity()));
        var repeatable = new ArrayList<DeliveryStore.Want>();
        for (var want : wants) {
            var cursor = byEndpoint.get(want.endpoint());
            if (want.due() && cursor != null) {
                int count = isBehind(cursor, last) ? (want.count() + 1) / 2 : want.count();
                repeatable.add(new DeliveryStore.Want(want.endpoint(), count));
            }
        }
        return repeatable;
    }

    private List<Delivery> repeats(Tx tx, List<DeliveryStore.Want> wants, Lease lease, Set<EndpointRef> more) {
        var claimed = shelves.deliveries().claim(tx, wants, lease);
        var counts = claimed.stream().collect(Collectors.groupingBy(Delivery::endpoint, Collectors.counting()));
        wants.stream()
                .filter(each -> counts.getOrDefault(each.endpoint(), 0L) == each.count())
                .forEach(each -> more.add(each.endpoint()));
        return claimed;
    }

    /// New deliveries, and how far their endpoints have come.
    private record Fresh(List<Delivery> begun, List<Cursor> moved) {}

    /// Begins deliveries of the next events that endpoints want.
    private Fresh fresh(
            Tx tx,
            List<Cursor> behind,
            Map<EndpointRef, Endpoint> endpoints,
            Map<EndpointRef, Integer> rooms,
            Instant now) {
        var places = behind.stream()
                .map(each -> new Events.Place(each.endpoint().organizationId(), each.position()))
                .distinct()
                .toList();
        int most = behind.stream()
                .mapToInt(each -> rooms.getOrDefault(each.endpoint(), 0))
                .max()
                .orElse(0);
        var heads = events.headsAfter(tx, places, Math.clamp(2L * most, HEADS_MIN, HEADS_MAX)).stream()
                .collect(Collectors.groupingBy(each -> each.event().organizationId()));
        var begun = new ArrayList<Delivery>();
        var moved = new ArrayList<Cursor>();
        for (var cursor : behind) {
            var endpoint = endpoints.get(cursor.endpoint());
            int room = rooms.getOrDefault(cursor.endpoint(), 0);
            long position = cursor.position();
            for (var head : following(heads, cursor)) {
                if (endpoint == null || room == 0) {
                    break;
                }
                if (Types.match(endpoint.types(), head.event().type())) {
                    begun.add(delivery(cursor.endpoint(), head, now));
                    room--;
                }
                position = head.position();
            }
            moved.add(new Cursor(cursor.endpoint(), position, cursor.due()));
        }
        return new Fresh(begun, moved);
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

    private Map<UUID, Message> messages(Tx tx, List<Delivery> deliveries) {
        var places = deliveries.stream()
                .flatMap(each -> place(each).stream())
                .distinct()
                .toList();
        var messages = new HashMap<UUID, Message>();
        events.at(tx, places).forEach(each -> messages.put(each.id(), payload.message(each)));
        return messages;
    }

    private static Optional<Events.Place> place(Delivery delivery) {
        return Optional.ofNullable(delivery.position())
                .map(position -> new Events.Place(delivery.endpoint().organizationId(), position));
    }

    private static List<Parcel> parcels(
            Stream<Delivery> taken, Map<EndpointRef, Endpoint> endpoints, Map<UUID, Message> messages) {
        return taken.filter(each -> endpoints.containsKey(each.endpoint()))
                .filter(each -> messages.containsKey(each.eventId()))
                .map(each -> new Parcel(
                        each,
                        Objects.requireNonNull(endpoints.get(each.endpoint())),
                        Objects.requireNonNull(messages.get(each.eventId()))))
                .toList();
    }
}
