package dev.sluice.vault;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `vault_keyset`: one row with the wrapped data keys of the whole database.
final class KeysetStore {
    private static final String INSERT = """
            INSERT INTO vault_keyset (id, sealing, searching) VALUES (1, :sealing, :searching)
            ON CONFLICT (id) DO NOTHING
            """;

    private static final String SELECT = """
            SELECT sealing, searching, sealing_since, next_since FROM vault_keyset WHERE id = 1
            """;

    private static final String SELECT_FOR_UPDATE = """
            SELECT sealing, searching, sealing_since, next_since FROM vault_keyset WHERE id = 1 FOR UPDATE
            """;

    private static final String UPDATE = """
            UPDATE vault_keyset SET sealing = :sealing, searching = :searching WHERE id = 1
            """;

    private static final String UPDATE_SEALING = """
            UPDATE vault_keyset SET sealing = :sealing, sealing_since = :since, next_since = :next WHERE id = 1
            """;

    private KeysetStore() {}

    static void insertIfAbsent(Tx tx, byte[] sealing, byte[] searching) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("sealing", sealing)
                .bind("searching", searching)
                .execute();
    }

    /// Locks the row. Two nodes that start at the same time wait for each other.
    static Row lock(Tx tx) {
        return tx.handle()
                .createQuery(SELECT_FOR_UPDATE)
                .map((row, _) -> row(row))
                .one();
    }

    static Row read(Handle handle) {
        return handle.createQuery(SELECT).map((row, _) -> row(row)).one();
    }

    static void update(Tx tx, byte[] sealing, byte[] searching) {
        tx.handle()
                .createUpdate(UPDATE)
                .bind("sealing", sealing)
                .bind("searching", searching)
                .execute();
    }

    /// @param since start of the current key
    /// @param next time at which the next key was added, or null if there is none
    static void sealing(Tx tx, byte[] sealing, Instant since, @Nullable Instant next) {
        tx.handle()
                .createUpdate(UPDATE_SEALING)
                .bind("sealing", sealing)
                .bind("since", since)
                .bind("next", next)
                .execute();
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getBytes("sealing"),
                row.getBytes("searching"),
                Optional.ofNullable(Times.optionalInstant(row, "sealing_since")),
                Optional.ofNullable(Times.optionalInstant(row, "next_since")));
    }

    /// Data keys as stored.
    ///
    /// @param sealingSince start of the current key, once a node has recorded it
    /// @param nextSince time at which the next key was added, if there is one
    record Row(byte[] sealing, byte[] searching, Optional<Instant> sealingSince, Optional<Instant> nextSince) {
        /// Returns true if the sealing keys need a change.
        boolean isDue(Instant now) {
            if (sealingSince.isEmpty()) {
                return true;
            }
            return nextSince
                    .map(since -> !now.isBefore(since.plus(DataKeys.KNOWN_BEFORE)))
                    .orElseGet(() -> !now.isBefore(sealingSince.get().plus(DataKeys.SERVES)));
        }
    }
}
