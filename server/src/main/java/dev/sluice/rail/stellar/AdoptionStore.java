package dev.sluice.rail.stellar;

import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import java.time.Instant;
import java.util.List;

/// SQL of [Adoption].
final class AdoptionStore {
    private static final String WITHOUT_MAC = """
            SELECT * FROM rail_stellar_payment WHERE state IN ('queued', 'signed') AND mac IS NULL
            ORDER BY organization_id, payout_id
            """;

    private static final String PUT_MAC = """
            UPDATE rail_stellar_payment SET mac = :mac WHERE organization_id = :organizationId AND payout_id = :payoutId
            """;

    private static final String INSERT_DEAD = """
            INSERT INTO rail_stellar_transaction (organization_id, payout_id, attempt, hash, dead, written_at)
            VALUES (:organizationId, :payoutId, :attempt, :hash, :dead, :at)
            ON CONFLICT (organization_id, payout_id, attempt) DO NOTHING
            """;

    private AdoptionStore() {}

    /// Returns pending payments that a version without MACs stored.
    static List<Payment> withoutMac(Tx tx) {
        return tx.handle()
                .createQuery(WITHOUT_MAC)
                .map((row, _) -> PaymentStore.payment(row))
                .list();
    }

    static void putMac(Tx tx, PayoutRef payout, byte[] mac) {
        tx.handle()
                .createUpdate(PUT_MAC)
                .bind("organizationId", payout.organizationId())
                .bind("payoutId", payout.payoutId())
                .bind("mac", mac)
                .execute();
    }

    /// Stores a transaction of which only the hash is known, and that it is dead.
    static void insertDead(Tx tx, PayoutRef payout, int attempt, String hash, byte[] dead, Instant at) {
        tx.handle()
                .createUpdate(INSERT_DEAD)
                .bind("organizationId", payout.organizationId())
                .bind("payoutId", payout.payoutId())
                .bind("attempt", attempt)
                .bind("hash", hash)
                .bind("dead", dead)
                .bind("at", at)
                .execute();
    }
}
