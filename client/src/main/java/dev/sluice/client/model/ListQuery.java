package dev.sluice.client.model;

import java.util.Map;

/// The parameters of a list that comes in pages.
///
/// @param <Q> the query itself
public abstract class ListQuery<Q extends ListQuery<Q>> extends Query<Q> {
    ListQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Sets the number of items per page, 1 to 100. A stream requests 100 at a time by default.
    public final Q limit(int limit) {
        return with("limit", Integer.toString(limit));
    }

    /// Sets the page, from 1. A stream starts there.
    public final Q page(int page) {
        return with("page", Integer.toString(page));
    }
}
