package dev.sluice.notification;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.event.Events;
import dev.sluice.event.Recorded;
import dev.sluice.http.Json;
import dev.sluice.ledger.Ledger;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Scans the feeds of events for notices. The position is stored in the transaction that creates the notices, so that
/// each event is reported once, by any node and even after a crash.
final class EventScanner {
    private static final List<String> FAILED = List.of("disbursement.failed", "disbursement.reversed");

    /// Maximum number of feeds per transaction.
    private static final int FEEDS_MAX = 50;

    /// Maximum number of events of a feed per transaction.
    private static final int REACH = 5_000;

    private final Database database;
    private final Events events;
    private final Notifications notifications;

    EventScanner(Database database, Events events, Notifications notifications) {
        this.database = database;
        this.events = events;
        this.notifications = notifications;
    }

    /// Runs one step; returns true if there may be more.
    boolean scan() {
        var ends = database.read(events::ends);
        var seen = database.read(NotificationCursorStore::all);
        var ahead = ends.entrySet().stream()
                .filter(each -> !each.getKey().equals(Ledger.PLATFORM)) // nobody's, and nobody to be told
                .filter(each -> each.getValue() > seen.getOrDefault(each.getKey(), 0L))
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing(UUID::toString))
                .toList();
        boolean more = false;
        for (int from = 0; from < ahead.size(); from += FEEDS_MAX) {
            var some = ahead.subList(from, Math.min(from + FEEDS_MAX, ahead.size()));
            more |= database.inTx(tx -> scan(tx, some, ends));
        }
        return more;
    }

    private boolean scan(Tx tx, List<UUID> organizations, Map<UUID, Long> ends) {
        NotificationCursorStore.insert(tx, organizations);
        var locked = NotificationCursorStore.lock(tx, organizations);
        var stretches = locked.stream()
                .map(each -> new Events.FeedRange(
                        each.getKey(),
                        each.getValue(),
                        Math.min(ends.getOrDefault(each.getKey(), 0L), each.getValue() + REACH)))
                .filter(each -> each.until() > each.after())
                .toList();
        if (stretches.isEmpty()) {
            return false;
        }
        byOrganization(events.ofTypes(tx, stretches, FAILED)).forEach((organizationId, recorded) -> {
            var named = recorded.subList(0, Math.min(recorded.size(), Notifications.NAMED_MAX)).stream()
                    .map(each -> new Events.FeedPosition(organizationId, each.position()))
                    .toList();
            var subjects = events.at(tx, named).stream()
                    .sorted(Comparator.comparingLong(Recorded::position))
                    .map(EventScanner::payout)
                    .toList();
            notifications.create(tx, organizationId, Kind.PAYOUT_FAILED, subjects, recorded.size());
        });
        NotificationCursorStore.move(
                tx,
                stretches.stream()
                        .map(each -> Map.entry(each.organizationId(), each.until()))
                        .toList());
        return stretches.stream().anyMatch(each -> each.until() < ends.getOrDefault(each.organizationId(), 0L));
    }

    private static Map<UUID, List<Recorded>> byOrganization(List<Recorded> recorded) {
        return recorded.stream()
                .sorted(Comparator.comparing(
                                (Recorded each) -> each.event().organizationId().toString())
                        .thenComparingLong(Recorded::position))
                .collect(Collectors.groupingBy(
                        each -> each.event().organizationId(),
                        LinkedHashMap::new,
                        Collectors.toCollection(ArrayList::new)));
    }

    /// A payout as its event shows it.
    private static Subject payout(Recorded recorded) {
        var payout = Json.parse(recorded.event().data());
        var unit = text(payout, "currency");
        var amount = payout.get("amount");
        return new Subject(
                recorded.event().resourceId().toString(),
                amount == null ? null : new BigDecimal(amount.asString()),
                unit == null ? text(payout, "token") : unit,
                text(payout, "reference"),
                text(payout, "failureCode"));
    }

    private static @Nullable String text(JsonNode object, String name) {
        var value = object.get(name);
        return value == null || value.isNull() ? null : value.asString();
    }
}
