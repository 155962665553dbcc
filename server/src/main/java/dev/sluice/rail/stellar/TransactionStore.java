package dev.sluice.rail.stellar;

import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_stellar_transaction`: every transaction that was signed for a payout, in order, and last that none is
/// signed any more. The role that serves adds rows and takes none away.
final class TransactionStore {
    private static final String OF_PAYOUT = """
            SELECT hash, dead FROM rail_stellar_transaction
            WHERE organization_id = :organizationId AND payout_id = :payoutId ORDER BY attempt
            """;

    private static final String INSERT = """
            INSERT INTO rail_stellar_transaction (organization_id, payout_id, attempt, hash, source, sequence, max_time,
                                                  written_at)
            VALUES (:organizationId, :payoutId, :attempt, :hash, :source, :sequence, :maxTime, :at)
            ON CONFLICT (organization_id, payout_id, attempt) DO NOTHING
            """;

    private static final String CLOSE = """
            INSERT INTO rail_stellar_transaction (organization_id, payout_id, attempt, written_at)
            SELECT :organizationId, :payoutId, coalesce(max(attempt), 0) + 1, :at FROM rail_stellar_transaction
            WHERE organization_id = :organizationId AND payout_id = :payoutId
            """;

    /// All that says whether it can still be applied has to be as it was signed.
    private static final String BURY = """
            UPDATE rail_stellar_transaction SET dead = :dead
            WHERE organization_id = :organizationId AND payout_id = :payoutId AND hash = :hash
                AND source = :source AND sequence = :sequence AND max_time = :maxTime
            """;

    private TransactionStore() {}

    /// A transaction that was signed before.
    ///
    /// @param hash nothing where the row says that none is signed any more
    /// @param dead the service's word that it can never be applied any more
    record Earlier(@Nullable String hash, byte @Nullable [] dead) {}

    static List<Earlier> of(Tx tx, PayoutRef payout) {
        return tx.handle()
                .createQuery(OF_PAYOUT)
                .bind("organizationId", payout.organizationId())
                .bind("payoutId", payout.payoutId())
                .map((row, _) -> new Earlier(row.getString("hash"), row.getBytes("dead")))
                .list();
    }

    /// Writes a transaction down as a payout's next one; false where another one has its place.
    static boolean insert(Tx tx, PayoutRef payout, int attempt, SignedTransaction signed, Instant at) {
        return tx.handle()
                        .createUpdate(INSERT)
                        .bind("organizationId", payout.organizationId())
                        .bind("payoutId", payout.payoutId())
                        .bind("attempt", attempt)
                        .bind("hash", signed.hash())
                        .bind("source", signed.source())
                        .bind("sequence", signed.sequence())
                        .bind("maxTime", signed.maxTime())
                        .bind("at", at)
                        .execute()
                == 1;
    }

    /// Writes down that none is signed for a payout any more.
    static void close(Tx tx, PayoutRef payout, Instant at) {
        tx.handle()
                .createUpdate(CLOSE)
                .bind("organizationId", payout.organizationId())
                .bind("payoutId", payout.payoutId())
                .bind("at", at)
                .execute();
    }

    /// Writes down that a transaction can never be applied any more; false where it was signed otherwise.
    static boolean bury(Tx tx, PayoutRef payout, SignedTransaction signed, byte[] dead) {
        return tx.handle()
                        .createUpdate(BURY)
                        .bind("organizationId", payout.organizationId())
                        .bind("payoutId", payout.payoutId())
                        .bind("hash", signed.hash())
                        .bind("source", signed.source())
                        .bind("sequence", signed.sequence())
                        .bind("maxTime", signed.maxTime())
                        .bind("dead", dead)
                        .execute()
                == 1;
    }
}
