package dev.sluice.webhook.delivery;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.event.Events;
import dev.sluice.http.Page;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.webhook.delivery.Delivery.Result;
import dev.sluice.webhook.endpoint.EndpointCursorStore;
import dev.sluice.webhook.endpoint.EndpointRef;
import dev.sluice.webhook.endpoint.EndpointStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// Deliveries to endpoints, and their repetition.
public final class Deliveries {
    /// Retention time of a delivery.
    public static final Duration KEPT = Duration.ofDays(30);

    private static final int DELETED_PER_SWEEP = 5_000;

    private final Database database;
    private final Clocks clocks;
    private final Events events;
    private final WebhookStores stores;

    public Deliveries(Database database, Clocks clocks, Events events, WebhookStores stores) {
        this.database = database;
        this.clocks = clocks;
        this.events = events;
        this.stores = stores;
    }

    /// A delivery with all of its finished attempts, the first one first.
    public record DeliveryWithAttempts(Delivery delivery, List<Result> attempts) {}

    public Instant now() {
        return clocks.instant();
    }

    /// Returns a page of the newest ones.
    public Page<Delivery> list(DeliveryListStore.Filter filter, Page.Request page) {
        return database.browse(handle -> DeliveryListStore.page(handle, stores.deliveries(), filter, page));
    }

    /// @throws Refused `WEBHOOK_DELIVERY_NOT_FOUND`
    public DeliveryWithAttempts get(UUID organizationId, UUID id) {
        return database.read(handle -> {
            var delivery = stores.deliveries()
                    .find(handle, organizationId, id)
                    .orElseThrow(Refusal.WEBHOOK_DELIVERY_NOT_FOUND::refused);
            var attempts = stores.attempts().of(handle, organizationId, id);
            var last = delivery.last();
            return new DeliveryWithAttempts(delivery, attempts.isEmpty() && last != null ? List.of(last) : attempts);
        });
    }

    /// Sends a delivery again, in any state, with a new retry schedule.
    ///
    /// @throws Refused `WEBHOOK_DELIVERY_NOT_FOUND`, `WEBHOOK_DELIVERY_NOT_REPEATABLE`,
    /// `WEBHOOK_DELIVERY_UNDER_WAY`, `WEBHOOK_ENDPOINT_DISABLED`, `WEBHOOK_ENDPOINT_HELD`
    public Delivery redeliver(Tx tx, UUID organizationId, UUID id) {
        var wanted = stores.deliveries()
                .find(tx.handle(), organizationId, id)
                .orElseThrow(Refusal.WEBHOOK_DELIVERY_NOT_FOUND::refused);
        if (wanted.position() == null) {
            throw Refusal.WEBHOOK_DELIVERY_NOT_REPEATABLE.refused();
        }
        enabled(tx, wanted.endpoint());
        var delivery = locked(tx, wanted);
        AttemptStore.storeLast(tx, delivery);
        if (!DeliveryStore.reopen(tx, delivery, clocks.instant(), clocks.realInstant())) {
            throw Refusal.WEBHOOK_DELIVERY_UNDER_WAY.refused();
        }
        return locked(tx, delivery);
    }

    private Delivery locked(Tx tx, Delivery delivery) {
        return stores.deliveries()
                .lock(tx, delivery.endpoint().organizationId(), delivery.id())
                .orElseThrow(Refusal.WEBHOOK_DELIVERY_NOT_FOUND::refused);
    }

    /// Sends the deliveries again that failed since a time, retries the waiting ones at once, and sends events
    /// that were never sent, as while the endpoint was disabled. Returns the number of failed and waiting
    /// deliveries that are retried; at most [DeliveryStore#AT_ONCE_MAX] of each.
    ///
    /// @throws Refused `WEBHOOK_ENDPOINT_NOT_FOUND`, `WEBHOOK_ENDPOINT_DISABLED`, `WEBHOOK_ENDPOINT_HELD`
    public int recover(Tx tx, EndpointRef endpoint, Instant since) {
        enabled(tx, endpoint);
        EndpointCursorStore.rewind(
                tx,
                endpoint,
                events.placeBefore(tx, endpoint.organizationId(), since).position());
        var now = clocks.instant();
        return DeliveryStore.reopenFailed(tx, endpoint, since, now) + DeliveryStore.makeDue(tx, endpoint, now);
    }

    private void enabled(Tx tx, EndpointRef ref) {
        var endpoint = stores.endpoints()
                .lock(tx, ref.organizationId(), ref.endpointId())
                .orElseThrow(Refusal.WEBHOOK_ENDPOINT_NOT_FOUND::refused)
                .toUse();
        if (!endpoint.isEnabled()) {
            throw Refusal.WEBHOOK_ENDPOINT_DISABLED.refused();
        }
    }

    /// Deletes old deliveries; returns true if there may be more.
    public boolean deleteExpired() {
        var before = clocks.instant().minus(KEPT);
        int deleted = database.inTx(tx -> DeliveryStore.delete(tx, before, DELETED_PER_SWEEP));
        database.run(tx -> EndpointStore.deleteEmpty(tx, before));
        return deleted == DELETED_PER_SWEEP;
    }
}
