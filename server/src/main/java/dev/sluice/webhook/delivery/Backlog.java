package dev.sluice.webhook.delivery;

import dev.sluice.db.Database;
import dev.sluice.event.Events;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Undelivered webhooks, by organization.
public final class Backlog {
    private final Database database;
    private final Events events;

    public Backlog(Database database, Events events) {
        this.database = database;
        this.events = events;
    }

    record DeliveryReport(
            UUID organizationId,
            long endpoints,
            long position,
            @Nullable Instant failingSince) {}

    record Pending(
            UUID organizationId, long deliveries, @Nullable Instant oldestAt) {}

    /// State of an organization's endpoints.
    ///
    /// @param behind number of events that the slowest endpoint has not looked at yet
    /// @param pending started deliveries that have not succeeded, the oldest of them from `oldestAt`
    /// @param failingSince start of an endpoint's uninterrupted failures
    public record EndpointBacklog(
            UUID organizationId,
            long endpoints,
            long behind,
            long pending,
            @Nullable Instant oldestAt,
            @Nullable Instant failingSince) {}

    public List<EndpointBacklog> backlogs() {
        var told = database.browse(BacklogStore::reports);
        var pending = database.browse(BacklogStore::pending).stream()
                .collect(Collectors.toMap(Pending::organizationId, Function.identity()));
        var organizations = told.stream().map(DeliveryReport::organizationId).toList();
        Map<UUID, Long> last =
                database.inTx(tx -> events.lastPositions(tx, organizations).get());
        return told.stream()
                .map(each -> {
                    var begun = pending.get(each.organizationId());
                    return new EndpointBacklog(
                            each.organizationId(),
                            each.endpoints(),
                            Math.max(0, last.getOrDefault(each.organizationId(), 0L) - each.position()),
                            begun == null ? 0 : begun.deliveries(),
                            begun == null ? null : begun.oldestAt(),
                            each.failingSince());
                })
                .toList();
    }
}
