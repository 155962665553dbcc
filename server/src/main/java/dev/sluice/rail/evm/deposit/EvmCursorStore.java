package dev.sluice.rail.evm.deposit;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_evm_cursor` and `rail_evm_block`.
final class EvmCursorStore {
    private static final String INSERT = """
        INSERT INTO rail_evm_cursor (network, next_block, second_pass_block, span, leased_to, moved_at)
        VALUES (:network, :next, :again, :span, :now, :moved_at) ON CONFLICT (network) DO NOTHING
        """;

    private static final String EXISTS = """
        SELECT count(*) FROM rail_evm_cursor WHERE network = :network
        """;

    private static final String NETWORKS = """
        SELECT network FROM rail_evm_cursor
        """;

    private static final String CLAIM = """
        UPDATE rail_evm_cursor SET leased_to = :until
        WHERE network = :network AND leased_to <= :now
        RETURNING next_block, second_pass_block, span, refused_span, refused_at
        """;

    /// Moves only from the expected block: a watcher whose lease has expired writes nothing.
    private static final String MOVE = """
        UPDATE rail_evm_cursor
        SET next_block = :next, second_pass_block = least(second_pass_block, :next), moved_at = :moved_at
        WHERE network = :network AND next_block = :expected
        """;

    private static final String MOVE_AGAIN = """
        UPDATE rail_evm_cursor SET second_pass_block = :next
        WHERE network = :network AND second_pass_block = :expected AND next_block >= :next
        """;

    private static final String RELEASE = """
        UPDATE rail_evm_cursor SET span = :span, refused_span = :refused_span, refused_at = :refused_at,
               leased_to = :now
        WHERE network = :network
        """;

    private static final String MOVED_AT = """
        SELECT moved_at FROM rail_evm_cursor WHERE network = :network
        """;

    private static final String SEEN = """
        INSERT INTO rail_evm_block (network, number, hash) VALUES (:network, :number, :hash)
        ON CONFLICT (network, number) DO UPDATE SET hash = EXCLUDED.hash
        """;

    private static final String BLOCKS = """
        SELECT number, hash FROM rail_evm_block WHERE network = :network ORDER BY number DESC LIMIT :limit
        """;

    private static final String FORGET_BELOW = """
        DELETE FROM rail_evm_block WHERE network = :network AND number < :number
        """;

    private static final String FORGET_ABOVE = """
        DELETE FROM rail_evm_block WHERE network = :network AND number > :number
        """;

    private EvmCursorStore() {}

    /// Progress of the watch on a network: the next block to read, the next block to read a second time, and the
    /// number of blocks per read.
    record Cursor(long next, long again, Span span) {}

    /// Block that was scanned.
    record ScannedBlock(long number, String hash) {}

    static boolean exists(Tx tx, String network) {
        return tx.handle()
                        .createQuery(EXISTS)
                        .bind("network", network)
                        .mapTo(Long.class)
                        .one()
                > 0;
    }

    /// Returns the networks whose watch has begun.
    static Set<String> networks(Tx tx) {
        return Set.copyOf(tx.handle().createQuery(NETWORKS).mapTo(String.class).list());
    }

    /// @return false if the watch had already begun
    static boolean insert(Tx tx, String network, Cursor cursor, Instant now, Instant movedAt) {
        return tx.handle()
                        .createUpdate(INSERT)
                        .bind("network", network)
                        .bind("next", cursor.next())
                        .bind("again", cursor.again())
                        .bind("span", cursor.span().blocks())
                        .bind("now", now)
                        .bind("moved_at", movedAt)
                        .execute()
                == 1;
    }

    /// Claims the watch for a lease, unless another node holds it.
    static Optional<Cursor> claim(Tx tx, String network, Instant now, Instant until) {
        return tx.handle()
                .createQuery(CLAIM)
                .bind("network", network)
                .bind("now", now)
                .bind("until", until)
                .map((row, _) -> new Cursor(
                        row.getLong("next_block"),
                        row.getLong("second_pass_block"),
                        new Span(row.getInt("span"), refused(row))))
                .findOne();
    }

    private static Span.@Nullable Refused refused(ResultSet row) throws SQLException {
        var at = Times.optionalInstant(row, "refused_at");
        return at == null ? null : new Span.Refused(row.getInt("refused_span"), at);
    }

    /// Returns the time when the watch last moved.
    static Optional<Instant> movedAt(Tx tx, String network) {
        return tx.handle()
                .createQuery(MOVED_AT)
                .bind("network", network)
                .mapTo(Instant.class)
                .findOne();
    }

    /// @param at real time
    static boolean move(Tx tx, String network, long expected, long next, Instant at) {
        return tx.handle()
                        .createUpdate(MOVE)
                        .bind("network", network)
                        .bind("expected", expected)
                        .bind("next", next)
                        .bind("moved_at", at)
                        .execute()
                == 1;
    }

    /// @return false if another node has looked in the meantime, or the watch has gone back
    static boolean moveAgain(Tx tx, String network, long expected, long next) {
        return tx.handle()
                        .createUpdate(MOVE_AGAIN)
                        .bind("network", network)
                        .bind("expected", expected)
                        .bind("next", next)
                        .execute()
                == 1;
    }

    static void release(Tx tx, String network, Span span, Instant now) {
        var refused = span.refused();
        tx.handle()
                .createUpdate(RELEASE)
                .bind("network", network)
                .bind("span", span.blocks())
                .bind("refused_span", refused == null ? null : refused.blocks())
                .bind("refused_at", refused == null ? null : refused.at())
                .bind("now", now)
                .execute();
    }

    static void recordScanned(Tx tx, String network, ScannedBlock block, long keptFrom) {
        tx.handle()
                .createUpdate(SEEN)
                .bind("network", network)
                .bind("number", block.number())
                .bind("hash", block.hash())
                .execute();
        tx.handle()
                .createUpdate(FORGET_BELOW)
                .bind("network", network)
                .bind("number", keptFrom)
                .execute();
    }

    /// Returns the scanned blocks, the highest first.
    static List<ScannedBlock> blocks(Tx tx, String network, int limit) {
        return tx.handle()
                .createQuery(BLOCKS)
                .bind("network", network)
                .bind("limit", limit)
                .map((row, _) -> new ScannedBlock(row.getLong("number"), row.getString("hash")))
                .list();
    }

    static void deleteAbove(Tx tx, String network, long number) {
        tx.handle()
                .createUpdate(FORGET_ABOVE)
                .bind("network", network)
                .bind("number", number)
                .execute();
    }
}
