package dev.sluice.webhook;

import dev.sluice.vault.Vault;

/// Stores of the webhook tables, except the cursors, because those hold no sealed data.
record WebhookStores(EndpointStore endpoints, DeliveryStore deliveries, AttemptStore attempts) {
    static WebhookStores of(Vault vault) {
        var deliveries = new DeliveryStore(vault);
        return new WebhookStores(new EndpointStore(vault), deliveries, new AttemptStore(deliveries));
    }
}
