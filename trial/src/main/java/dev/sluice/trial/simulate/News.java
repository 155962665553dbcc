package dev.sluice.trial.simulate;

import dev.sluice.client.WebhookEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// What merchants were told of their payments, as far as it was the latest.
final class News {
    private final Map<UUID, Map<UUID, Told>> byMerchant = new HashMap<>();

    /// What an event said.
    ///
    /// @param sequence counts the events of the payment
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

    /// What a merchant was told since this was asked last.
    synchronized List<Told> of(UUID merchant) {
        var latest = byMerchant.remove(merchant);
        return latest == null ? List.of() : new ArrayList<>(latest.values());
    }
}
