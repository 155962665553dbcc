package dev.sluice.resilience.proxy;

import java.util.List;

/// One request to PostgreSQL: all messages before the client waits for an answer.
///
/// @param number number of the request in the proxy, from one
/// @param sql statements of the request
public record Exchange(long number, List<String> sql) {
    private static final String COMMIT = "COMMIT";

    public Exchange {
        sql = List.copyOf(sql);
    }

    /// Returns true if it commits a transaction.
    public boolean commits() {
        return sql.stream().anyMatch(text -> text.equals(COMMIT) || text.endsWith("\n" + COMMIT));
    }
}
