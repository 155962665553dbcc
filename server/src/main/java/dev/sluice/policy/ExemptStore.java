package dev.sluice.policy;

import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.UUID;

/// SQL of `policy_exempt`: what was paid on a day that no daily limit counts.
final class ExemptStore {
    private static final String ADD = """
            INSERT INTO policy_exempt AS exempt (organization_id, asset, day, amount)
            VALUES (:organization, :asset, :day, :amount)
            ON CONFLICT (organization_id, asset, day) DO UPDATE SET amount = exempt.amount + EXCLUDED.amount
            """;

    private static final String SUM = """
            SELECT coalesce(sum(amount), 0) FROM policy_exempt
            WHERE organization_id = :organization AND asset = :asset AND day = :day
            """;

    private static final String DELETE = """
            DELETE FROM policy_exempt WHERE day < :before
            """;

    private ExemptStore() {}

    /// Something that was paid on a day and counts for nobody.
    record Exempt(UUID organizationId, Money amount, LocalDate day) {}

    static void add(Tx tx, Exempt exempt) {
        tx.handle()
                .createUpdate(ADD)
                .bind("organization", exempt.organizationId())
                .bind("asset", exempt.amount().asset().code())
                .bind("day", exempt.day())
                .bind("amount", exempt.amount().decimal())
                .execute();
    }

    static BigDecimal of(Tx tx, UUID organizationId, String asset, LocalDate day) {
        return tx.handle()
                .createQuery(SUM)
                .bind("organization", organizationId)
                .bind("asset", asset)
                .bind("day", day)
                .mapTo(BigDecimal.class)
                .one();
    }

    static int delete(Tx tx, LocalDate before) {
        return tx.handle().createUpdate(DELETE).bind("before", before).execute();
    }
}
