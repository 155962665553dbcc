package dev.sluice.bench.stage;

/// SQL of the baseline without `pgbench`: its tables and its simple update.
final class BaselineStore {
    static final String CREATE = """
            CREATE TABLE pgbench_accounts (aid integer NOT NULL, bid integer, abalance integer, filler character(84))
                WITH (fillfactor = 100);
            CREATE TABLE pgbench_history
                (tid integer, bid integer, aid integer, delta integer, mtime timestamp, filler character(22))
            """;

    static final String FILL = """
            INSERT INTO pgbench_accounts (aid, bid, abalance, filler)
            SELECT aid, (aid - 1) / 100000 + 1, 0, '' FROM generate_series(1, ?) AS aid
            """;

    static final String INDEX = "ALTER TABLE pgbench_accounts ADD PRIMARY KEY (aid)";

    static final String VACUUM = "VACUUM ANALYZE pgbench_accounts";

    static final String TRUNCATE = "TRUNCATE pgbench_history";

    static final String BEGIN = "BEGIN";

    static final String UPDATE = "UPDATE pgbench_accounts SET abalance = abalance + ? WHERE aid = ?";

    static final String SELECT = "SELECT abalance FROM pgbench_accounts WHERE aid = ?";

    static final String INSERT = """
            INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP)
            """;

    static final String END = "END";

    private BaselineStore() {}
}
