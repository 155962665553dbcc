package dev.sluice.client.model;

import java.util.Map;

/// Filter of events, the oldest first by default.
public final class EventQuery extends Query<EventQuery> {
    private EventQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Returns a query for all events, from the first one kept.
    public static EventQuery all() {
        return new EventQuery(Map.of());
    }

    /// Returns a query for the events after an event, by its id.
    public static EventQuery after(String eventId) {
        return all().with("after", eventId);
    }

    public EventQuery type(String type) {
        return with("type", type);
    }

    public EventQuery limit(int limit) {
        return with("limit", Integer.toString(limit));
    }

    public EventQuery oldestFirst() {
        return with("sort", Sort.OLDEST_FIRST.parameter());
    }

    public EventQuery newestFirst() {
        return with("sort", Sort.NEWEST_FIRST.parameter());
    }

    @Override
    EventQuery of(Map<String, String> others) {
        return new EventQuery(others);
    }
}
