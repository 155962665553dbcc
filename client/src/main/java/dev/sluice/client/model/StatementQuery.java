package dev.sluice.client.model;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;

/// Which movements of the statement.
public final class StatementQuery extends ListQuery<StatementQuery> {
    private StatementQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Everything, in the order of the service.
    public static StatementQuery all() {
        return new StatementQuery(Map.of());
    }

    public StatementQuery currency(String currency) {
        return with("currency", currency);
    }

    /// Made between two instants, both included.
    public StatementQuery between(Instant from, Instant to) {
        return created(from, to);
    }

    /// Made on days in UTC, both included.
    public StatementQuery between(LocalDate from, LocalDate to) {
        return created(from, to);
    }

    @Override
    StatementQuery of(Map<String, String> others) {
        return new StatementQuery(others);
    }
}
