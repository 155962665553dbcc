package dev.sluice.vault;

import dev.sluice.db.Tx;

/// SQL of `vault_keyset`: one row, the wrapped data keys of the whole database.
final class KeysetStore {
    private static final String INSERT = """
            INSERT INTO vault_keyset (id, sealing, searching) VALUES (1, :sealing, :searching)
            ON CONFLICT (id) DO NOTHING
            """;

    private static final String SELECT = """
            SELECT sealing, searching FROM vault_keyset WHERE id = 1
            """;

    private KeysetStore() {}

    static void insertIfAbsent(Tx tx, byte[] sealing, byte[] searching) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("sealing", sealing)
                .bind("searching", searching)
                .execute();
    }

    static Wrapped read(Tx tx) {
        return tx.handle()
                .createQuery(SELECT)
                .map((row, _) -> new Wrapped(row.getBytes("sealing"), row.getBytes("searching")))
                .one();
    }

    record Wrapped(byte[] sealing, byte[] searching) {}
}
