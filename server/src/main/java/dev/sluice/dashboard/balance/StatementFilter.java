package dev.sluice.dashboard.balance;

import dev.sluice.client.model.StatementQuery;
import dev.sluice.dashboard.Span;
import dev.sluice.http.Query;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;

/// Filters of the statement.
public record StatementFilter(String currency, Span span, int page) {
    private static final int PAGE_MAX = 1_000_000;

    static StatementFilter of(Query query, ZoneId zone) {
        return new StatementFilter(
                query.text("currency").orElse(""), Span.of(query, zone), query.integer("page", 1, 1, PAGE_MAX));
    }

    /// Returns the query parameters, without the page number.
    public Map<String, String> parameters() {
        var all = new LinkedHashMap<String, String>();
        all.put("currency", currency);
        span.addTo(all);
        return all;
    }

    public boolean isFiltered() {
        return parameters().values().stream().anyMatch(value -> !value.isEmpty());
    }

    StatementQuery query() {
        var query =
                currency.isEmpty() ? StatementQuery.all() : StatementQuery.all().currency(currency);
        return span.times()
                .map(times -> query.between(times.from(), times.to()))
                .orElse(query);
    }
}
