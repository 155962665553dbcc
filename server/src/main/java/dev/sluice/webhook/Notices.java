package dev.sluice.webhook;

import dev.sluice.db.Database;
import dev.sluice.event.Events;
import dev.sluice.event.Recorded;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What merchants' endpoints were told of one payment.
public final class Notices {
    private final Database database;
    private final Events events;

    Notices(Database database, Events events) {
        this.database = database;
        this.events = events;
    }

    /// An event, and its way to each endpoint that wanted it, as far as that is kept.
    public record Notice(UUID eventId, String type, Instant at, List<Sent> sent) {
        public Notice {
            sent = List.copyOf(sent);
        }
    }

    /// How a delivery stands: `status` is `pending`, `delivered` or `failed`.
    public record Sent(
            UUID deliveryId,
            String url,
            String status,
            int attempt,
            @Nullable Integer statusCode) {}

    /// One of them, and the event that it tells.
    record Told(long position, Sent sent) {}

    /// The events of a payment, the first first.
    public List<Notice> of(UUID organizationId, UUID paymentId) {
        return database.inTx(tx -> {
            var recorded = events.of(tx, organizationId, paymentId);
            var positions = recorded.stream().map(Recorded::position).toList();
            var told = NoticeStore.told(tx.handle(), organizationId, positions).stream()
                    .collect(
                            Collectors.groupingBy(Told::position, Collectors.mapping(Told::sent, Collectors.toList())));
            return recorded.stream()
                    .map(each -> new Notice(
                            each.id(),
                            each.event().type(),
                            each.event().createdAt(),
                            told.getOrDefault(each.position(), List.of())))
                    .toList();
        });
    }
}
