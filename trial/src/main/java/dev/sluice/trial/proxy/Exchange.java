package dev.sluice.trial.proxy;

import java.util.List;

/// One request to PostgreSQL: all that is sent before its answer is waited for.
///
/// @param number counts those of the proxy, from one
/// @param sql the statements in it
public record Exchange(long number, List<String> sql) {
    private static final String COMMIT = "COMMIT";

    public Exchange {
        sql = List.copyOf(sql);
    }

    /// Whether a transaction is committed by it.
    public boolean commits() {
        return sql.stream().anyMatch(text -> text.equals(COMMIT) || text.endsWith("\n" + COMMIT));
    }
}
