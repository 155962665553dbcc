package dev.sluice.rail.evm;

import dev.sluice.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// SQL of `rail_evm_cursor` and `rail_evm_block`.
final class CursorStore {
    private static final String INSERT = """
            INSERT INTO rail_evm_cursor (network, next_block, again_block, span, leased_to)
            VALUES (:network, :next, :again, :span, :now) ON CONFLICT (network) DO NOTHING
            """;

    private static final String EXISTS = """
            SELECT count(*) FROM rail_evm_cursor WHERE network = :network
            """;

    private static final String NETWORKS = """
            SELECT network FROM rail_evm_cursor
            """;

    private static final String CLAIM = """
            UPDATE rail_evm_cursor SET leased_to = :until WHERE network = :network AND leased_to <= :now
            RETURNING next_block, coalesce(again_block, next_block) AS again_block, span
            """;

    /// Only from where it was: whoever's lease ran out meanwhile has written nothing.
    private static final String MOVE = """
            UPDATE rail_evm_cursor
            SET next_block = :next, again_block = least(coalesce(again_block, next_block), :next)
            WHERE network = :network AND next_block = :expected
            """;

    private static final String MOVE_AGAIN = """
            UPDATE rail_evm_cursor SET again_block = :next
            WHERE network = :network AND coalesce(again_block, next_block) = :expected AND next_block >= :next
            """;

    private static final String RELEASE = """
            UPDATE rail_evm_cursor SET span = :span, leased_to = :now WHERE network = :network
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

    private CursorStore() {}

    /// How far a network was watched, how far it was looked at a second time, and how many blocks are looked at next.
    record Cursor(long next, long again, int span) {}

    /// A block that was seen.
    record Seen(long number, String hash) {}

    static boolean exists(Tx tx, String network) {
        return tx.handle()
                        .createQuery(EXISTS)
                        .bind("network", network)
                        .mapTo(Long.class)
                        .one()
                > 0;
    }

    /// The networks whose watch has begun.
    static Set<String> networks(Tx tx) {
        return Set.copyOf(tx.handle().createQuery(NETWORKS).mapTo(String.class).list());
    }

    /// @return false where the watch had begun already
    static boolean insert(Tx tx, String network, Cursor cursor, Instant now) {
        return tx.handle()
                        .createUpdate(INSERT)
                        .bind("network", network)
                        .bind("next", cursor.next())
                        .bind("again", cursor.again())
                        .bind("span", cursor.span())
                        .bind("now", now)
                        .execute()
                == 1;
    }

    /// Takes the watch for a while, unless somebody has it.
    static Optional<Cursor> claim(Tx tx, String network, Instant now, Instant until) {
        return tx.handle()
                .createQuery(CLAIM)
                .bind("network", network)
                .bind("now", now)
                .bind("until", until)
                .map((row, _) -> new Cursor(row.getLong("next_block"), row.getLong("again_block"), row.getInt("span")))
                .findOne();
    }

    static boolean move(Tx tx, String network, long expected, long next) {
        return tx.handle()
                        .createUpdate(MOVE)
                        .bind("network", network)
                        .bind("expected", expected)
                        .bind("next", next)
                        .execute()
                == 1;
    }

    /// @return false where another one has looked meanwhile, or the watch has gone back
    static boolean moveAgain(Tx tx, String network, long expected, long next) {
        return tx.handle()
                        .createUpdate(MOVE_AGAIN)
                        .bind("network", network)
                        .bind("expected", expected)
                        .bind("next", next)
                        .execute()
                == 1;
    }

    static void release(Tx tx, String network, int span, Instant now) {
        tx.handle()
                .createUpdate(RELEASE)
                .bind("network", network)
                .bind("span", span)
                .bind("now", now)
                .execute();
    }

    static void seen(Tx tx, String network, Seen block, long keptFrom) {
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

    /// The blocks that were seen, the highest first.
    static List<Seen> blocks(Tx tx, String network, int limit) {
        return tx.handle()
                .createQuery(BLOCKS)
                .bind("network", network)
                .bind("limit", limit)
                .map((row, _) -> new Seen(row.getLong("number"), row.getString("hash")))
                .list();
    }

    static void forgetAbove(Tx tx, String network, long number) {
        tx.handle()
                .createUpdate(FORGET_ABOVE)
                .bind("network", network)
                .bind("number", number)
                .execute();
    }
}
