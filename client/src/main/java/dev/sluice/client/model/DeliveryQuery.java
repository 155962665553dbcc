package dev.sluice.client.model;

import java.util.Map;

/// Filter of deliveries to an endpoint.
public final class DeliveryQuery extends ListQuery<DeliveryQuery> {
    private DeliveryQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Returns a query without a filter, in the order of the service.
    public static DeliveryQuery all() {
        return new DeliveryQuery(Map.of());
    }

    /// Selects deliveries that are `pending`, `delivered` or `failed`.
    public DeliveryQuery status(String status) {
        return with("status", status);
    }

    public DeliveryQuery type(String type) {
        return with("type", type);
    }

    public DeliveryQuery event(String eventId) {
        return with("eventId", eventId);
    }

    public DeliveryQuery oldestFirst() {
        return with("sort", Sort.OLDEST_FIRST.parameter());
    }

    public DeliveryQuery newestFirst() {
        return with("sort", Sort.NEWEST_FIRST.parameter());
    }

    @Override
    DeliveryQuery of(Map<String, String> others) {
        return new DeliveryQuery(others);
    }
}
