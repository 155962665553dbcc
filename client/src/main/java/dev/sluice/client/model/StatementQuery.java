package dev.sluice.client.model;

import java.util.Map;

/// Filter of movements of the statement.
public final class StatementQuery extends DatedQuery<StatementQuery> {
    private StatementQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Returns a query without a filter, in the order of the service.
    public static StatementQuery all() {
        return new StatementQuery(Map.of());
    }

    public StatementQuery currency(String currency) {
        return with("currency", currency);
    }

    @Override
    StatementQuery of(Map<String, String> others) {
        return new StatementQuery(others);
    }
}
