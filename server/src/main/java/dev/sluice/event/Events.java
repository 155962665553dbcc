package dev.sluice.event;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.vault.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// The outbox of events. Their data is sealed (encrypted) at rest, since it may contain personal data.
public final class Events {
    private static final String PURPOSE = "event";
    /// Maximum number of events to scan for those of one type.
    private static final int LOOK_MAX = 10_000;

    private static final Duration SKEW = Duration.ofMinutes(1);

    private final Vault vault;

    public Events(Vault vault) {
        this.vault = vault;
    }

    /// A position in an organization's feed.
    public record FeedPosition(UUID organizationId, long position) {}

    /// Stores events in the transaction of the change that they report, so that both commit or neither does. They
    /// are appended to the organization's feed; other writers to it wait for the commit.
    public void append(Tx tx, List<Event> events) {
        EventStore.insert(
                tx,
                events.stream()
                        .map(event -> with(event, vault.seal(event.organizationId(), PURPOSE, event.data())))
                        .toList());
    }

    /// Returns the last events of one resource up to a limit, oldest first and without data.
    public List<Recorded> headsOf(Tx tx, UUID organizationId, UUID resourceId, int limit) {
        return EventStore.headsOf(tx, organizationId, resourceId, limit);
    }

    /// Queues a look-up of the last positions of feeds. Feeds without events are missing in the result.
    public Supplier<Map<UUID, Long>> lastPositions(Tx tx, List<UUID> organizations) {
        var last = EventStore.lastPositions(tx, organizations);
        return () ->
                last.get().stream().collect(Collectors.toMap(FeedPosition::organizationId, FeedPosition::position));
    }

    /// Returns the next events after each position, up to its limit, in feed order and without data.
    public List<Recorded> headsAfter(Tx tx, Map<FeedPosition, Integer> counts) {
        return counts.isEmpty() ? List.of() : EventStore.headsAfter(tx, List.copyOf(counts.entrySet()));
    }

    /// Returns the last positions of all feeds by organization.
    public Map<UUID, Long> ends(Handle handle) {
        return EventStore.ends(handle).stream()
                .collect(Collectors.toMap(FeedPosition::organizationId, FeedPosition::position));
    }

    /// A range of positions of an organization's feed, from `after`, exclusive, to `until`, inclusive.
    public record FeedRange(UUID organizationId, long after, long until) {}

    /// Returns the events of given types in given ranges, unordered and without data.
    public List<Recorded> ofTypes(Tx tx, List<FeedRange> stretches, List<String> types) {
        return EventStore.ofTypes(tx, stretches, types);
    }

    /// Returns the events at given positions.
    public List<Recorded> at(Tx tx, List<FeedPosition> places) {
        return places.isEmpty() ? List.of() : opened(EventStore.at(tx, places));
    }

    /// A page of events, the last event scanned, and a flag for more. With a filter by type, a scan is bounded: it
    /// may find few events or none although more exist.
    public record Slice(List<Recorded> events, Optional<Recorded> lastSeen, boolean hasMore) {
        public Slice {
            events = List.copyOf(events);
        }
    }

    /// Returns the next events after a position, of one type or of all.
    public Slice after(Database database, FeedPosition place, Optional<String> type, int limit) {
        return database.inTx(tx -> {
            long last = last(tx, place.organizationId());
            long horizon = Math.min(last, Math.max(place.position(), 0) + LOOK_MAX);
            var recorded = EventStore.after(tx, place, horizon, type, limit + 1);
            return slice(tx, place, recorded, limit, new Horizon(horizon, horizon < last));
        });
    }

    /// Returns the events before a position, newest first, of one type or of all.
    public Slice before(Database database, FeedPosition place, Optional<String> type, int limit) {
        return database.inTx(tx -> {
            long from = Math.min(place.position(), last(tx, place.organizationId()) + 1);
            long horizon = Math.max(1, from - LOOK_MAX);
            var recorded =
                    EventStore.before(tx, new FeedPosition(place.organizationId(), from), horizon, type, limit + 1);
            return slice(tx, place, recorded, limit, new Horizon(horizon, horizon > 1));
        });
    }

    /// End of a scan and a flag for events beyond it.
    private record Horizon(long position, boolean isBeyond) {}

    private Slice slice(Tx tx, FeedPosition place, List<Recorded> recorded, int limit, Horizon horizon) {
        if (recorded.size() > limit) {
            var events = opened(recorded.subList(0, limit));
            return new Slice(events, Optional.of(events.getLast()), true);
        }
        var end = EventStore.at(tx, List.of(new FeedPosition(place.organizationId(), horizon.position()))).stream()
                .findFirst()
                .filter(each -> each.position() != place.position());
        return new Slice(opened(recorded), end, horizon.isBeyond());
    }

    private long last(Tx tx, UUID organizationId) {
        return lastPositions(tx, List.of(organizationId)).get().getOrDefault(organizationId, 0L);
    }

    /// Returns the event with an id.
    public Optional<Recorded> find(Tx tx, UUID organizationId, UUID id) {
        var position = Recorded.position(organizationId, id);
        return position.isEmpty()
                ? Optional.empty()
                : at(tx, List.of(new FeedPosition(organizationId, position.getAsLong()))).stream()
                        .filter(found -> found.id().equals(id))
                        .findFirst();
    }

    /// Returns the position before the first event since a time. Times rise with positions, except for concurrent
    /// writes of several nodes. To miss none of those, the binary search looks for a slightly earlier time and the
    /// scan continues from there.
    public FeedPosition placeBefore(Tx tx, UUID organizationId, Instant since) {
        var from = since.minus(SKEW);
        long low = 0;
        long high = last(tx, organizationId);
        while (low < high) {
            long middle = low + (high - low + 1) / 2;
            boolean isEarlier = EventStore.createdAt(tx, new FeedPosition(organizationId, middle))
                    .isBefore(from);
            low = isEarlier ? middle : low;
            high = isEarlier ? high : middle - 1;
        }
        return EventStore.firstSince(tx, new FeedPosition(organizationId, low), since)
                .map(first -> new FeedPosition(organizationId, first - 1))
                .orElseGet(() -> new FeedPosition(organizationId, last(tx, organizationId)));
    }

    private List<Recorded> opened(List<Recorded> sealed) {
        return sealed.stream()
                .map(each -> new Recorded(
                        with(
                                each.event(),
                                vault.open(
                                        each.event().organizationId(),
                                        PURPOSE,
                                        each.event().data())),
                        each.position()))
                .toList();
    }

    private static Event with(Event event, byte[] data) {
        return new Event(
                event.organizationId(), event.resourceId(), event.type(), event.sequence(), data, event.createdAt());
    }
}
