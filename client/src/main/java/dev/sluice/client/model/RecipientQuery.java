package dev.sluice.client.model;

import java.util.Map;

/// Filter of stored payees. `search` matches a part of the name, or the e-mail address.
public final class RecipientQuery extends ListQuery<RecipientQuery> {
    private RecipientQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Returns a query without a filter, in the order of the service.
    public static RecipientQuery all() {
        return new RecipientQuery(Map.of());
    }

    public RecipientQuery search(String search) {
        return with("search", search);
    }

    public RecipientQuery country(String country) {
        return with("country", country);
    }

    public RecipientQuery currency(String currency) {
        return with("currency", currency);
    }

    public RecipientQuery sort(Sort sort) {
        return with("sort", sort.parameter());
    }

    @Override
    RecipientQuery of(Map<String, String> others) {
        return new RecipientQuery(others);
    }
}
