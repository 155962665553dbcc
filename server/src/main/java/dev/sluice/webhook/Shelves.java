package dev.sluice.webhook;

import dev.sluice.vault.Vault;

/// Stores of the webhook tables, except the cursors, because those hold no sealed data.
record Shelves(EndpointStore endpoints, DeliveryStore deliveries, AttemptStore attempts) {
    static Shelves of(Vault vault) {
        var deliveries = new DeliveryStore(vault);
        return new Shelves(new EndpointStore(vault), deliveries, new AttemptStore(deliveries));
    }
}
