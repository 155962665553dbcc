package dev.sluice.webhook;

import dev.sluice.vault.Vault;

/// The room's tables, but for the cursors, which hold nothing that is sealed.
record Shelves(EndpointStore endpoints, DeliveryStore deliveries, AttemptStore attempts) {
    static Shelves of(Vault vault) {
        var deliveries = new DeliveryStore(vault);
        return new Shelves(new EndpointStore(vault), deliveries, new AttemptStore(deliveries));
    }
}
