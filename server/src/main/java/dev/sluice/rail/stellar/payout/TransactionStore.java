package dev.sluice.rail.stellar.payout;

import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_stellar_transaction`: every transaction signed for a payout, in order. A last row without a hash
/// closes the list, so that no further one is signed. The service's database role can add rows but not delete them.
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

    /// Every field that decides if the transaction can still be applied has to match the signed one.
    private static final String BURY = """
            UPDATE rail_stellar_transaction SET dead = :dead
            WHERE organization_id = :organizationId AND payout_id = :payoutId AND hash = :hash
                AND source = :source AND sequence = :sequence AND max_time = :maxTime
            """;

    private TransactionStore() {}

    /// A transaction that was signed before.
    ///
    /// @param hash null if the row closes the list
    /// @param dead MAC by which the service marked the transaction as dead
    record Earlier(@Nullable String hash, byte @Nullable [] dead) {}

    static List<Earlier> of(Tx tx, PayoutRef payout) {
        return tx.handle()
                .createQuery(OF_PAYOUT)
                .bind("organizationId", payout.organizationId())
                .bind("payoutId", payout.payoutId())
                .map((row, _) -> new Earlier(row.getString("hash"), row.getBytes("dead")))
                .list();
    }

    /// Stores a payout's next transaction; returns false if this attempt number is taken.
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

    /// Closes the list: no further transaction is signed for the payout.
    static void close(Tx tx, PayoutRef payout, Instant at) {
        tx.handle()
                .createUpdate(CLOSE)
                .bind("organizationId", payout.organizationId())
                .bind("payoutId", payout.payoutId())
                .bind("at", at)
                .execute();
    }

    /// Marks a transaction as dead; returns false if the stored one differs from the signed one.
    static boolean markDead(Tx tx, PayoutRef payout, SignedTransaction signed, byte[] dead) {
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
