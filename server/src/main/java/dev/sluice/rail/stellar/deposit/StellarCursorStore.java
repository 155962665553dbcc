package dev.sluice.rail.stellar.deposit;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/// SQL of `rail_stellar_cursor`: the read position in an account's payments.
final class StellarCursorStore {
    private static final String INSERT = """
            INSERT INTO rail_stellar_cursor (account, since, position) VALUES (:account, :since, '')
            ON CONFLICT (account) DO NOTHING
            """;

    private static final String SELECT = """
            SELECT since, position FROM rail_stellar_cursor WHERE account = :account
            """;

    private static final String MOVE = """
            UPDATE rail_stellar_cursor SET position = :to WHERE account = :account AND position = :from
            """;

    private StellarCursorStore() {}

    /// Position from which reading continues. Payments made before `since` are ignored.
    record Cursor(Instant since, String position) {}

    static void insert(Tx tx, String account, Instant since) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("account", account)
                .bind("since", since)
                .execute();
    }

    static Cursor read(Tx tx, String account) {
        return tx.handle()
                .createQuery(SELECT)
                .bind("account", account)
                .map((row, _) -> cursor(row))
                .one();
    }

    /// Advances the cursor with a compare-and-set: the update has no effect if another node has already moved the
    /// cursor.
    static void move(Tx tx, String account, String from, String to) {
        tx.handle()
                .createUpdate(MOVE)
                .bind("account", account)
                .bind("from", from)
                .bind("to", to)
                .execute();
    }

    private static Cursor cursor(ResultSet row) throws SQLException {
        return new Cursor(Times.instant(row, "since"), row.getString("position"));
    }
}
