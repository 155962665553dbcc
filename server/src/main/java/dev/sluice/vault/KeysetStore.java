package dev.sluice.vault;

import dev.sluice.db.Tx;

/// SQL of `vault_keyset`: one row, the wrapped data keys of the whole database.
final class KeysetStore {
    private static final String INSERT = """
            INSERT INTO vault_keyset (id, sealing, searching) VALUES (1, :sealing, :searching)
            ON CONFLICT (id) DO NOTHING
            """;

    private static final String SELECT_FOR_UPDATE = """
            SELECT sealing, searching FROM vault_keyset WHERE id = 1 FOR UPDATE
            """;

    private static final String UPDATE = """
            UPDATE vault_keyset SET sealing = :sealing, searching = :searching WHERE id = 1
            """;

    private KeysetStore() {}

    static void insertIfAbsent(Tx tx, byte[] sealing, byte[] searching) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("sealing", sealing)
                .bind("searching", searching)
                .execute();
    }

    /// Two nodes that start at once wait for each other.
    static Wrapped lock(Tx tx) {
        return tx.handle()
                .createQuery(SELECT_FOR_UPDATE)
                .map((row, _) -> new Wrapped(row.getBytes("sealing"), row.getBytes("searching")))
                .one();
    }

    static void update(Tx tx, byte[] sealing, byte[] searching) {
        tx.handle()
                .createUpdate(UPDATE)
                .bind("sealing", sealing)
                .bind("searching", searching)
                .execute();
    }

    record Wrapped(byte[] sealing, byte[] searching) {}
}
