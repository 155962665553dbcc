package dev.sluice.webhook.delivery;

import dev.sluice.vault.Vault;
import dev.sluice.webhook.endpoint.EndpointStore;

/// Stores of the webhook tables, except the cursors, because those hold no sealed data.
public record WebhookStores(EndpointStore endpoints, DeliveryStore deliveries, AttemptStore attempts) {
    public static WebhookStores of(Vault vault) {
        var deliveries = new DeliveryStore(vault);
        return new WebhookStores(new EndpointStore(vault), deliveries, new AttemptStore(deliveries));
    }
}
