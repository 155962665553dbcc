package dev.sluice.client.model;

import java.util.Map;

/// Which deliveries to an endpoint.
public final class DeliveryQuery extends ListQuery<DeliveryQuery> {
    private DeliveryQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Everything, in the order of the service.
    public static DeliveryQuery all() {
        return new DeliveryQuery(Map.of());
    }

    @Override
    DeliveryQuery of(Map<String, String> others) {
        return new DeliveryQuery(others);
    }
}
