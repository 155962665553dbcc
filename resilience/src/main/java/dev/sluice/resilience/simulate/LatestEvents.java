package dev.sluice.resilience.simulate;

import dev.sluice.client.WebhookEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Latest event of each payment that a merchant received.
final class LatestEvents {
    private final Map<UUID, Map<UUID, Told>> byMerchant = new HashMap<>();

    /// Content of an event.
    ///
    /// @param sequence number of the event within the payment
    record Told(UUID id, long sequence, String status) {}

    synchronized void take(String merchant, WebhookEvent event) {
        var id = event.orderId();
        var status = event.data().path("status").asString("");
        if (id != null && !status.isEmpty()) {
            var told = new Told(UUID.fromString(id), event.sequence(), status);
            byMerchant
                    .computeIfAbsent(UUID.fromString(merchant), _ -> new HashMap<>())
                    .merge(told.id(), told, (one, other) -> one.sequence() < other.sequence() ? other : one);
        }
    }

    /// Returns the events that a merchant received since the last call.
    synchronized List<Told> of(UUID merchant) {
        var latest = byMerchant.remove(merchant);
        return latest == null ? List.of() : new ArrayList<>(latest.values());
    }
}
