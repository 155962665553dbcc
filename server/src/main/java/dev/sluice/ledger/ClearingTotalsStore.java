package dev.sluice.ledger;

import dev.sluice.ledger.ClearingTotals.Payment;
import dev.sluice.ledger.ClearingTotals.Posted;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// SQL of [ClearingTotals].
final class ClearingTotalsStore {
    private static final String BALANCE = """
            SELECT coalesce(sum(balance), 0) AS units FROM ledger_account WHERE role = :role AND asset = :asset
            """;

    /// OFFSET keeps the planner to one index look-up per payment.
    private static final String POSTED = """
            SELECT asked.organization_id, asked.payment_id, sum(moved.units) AS posted,
                   coalesce(sum(moved.units) FILTER (WHERE moved.recorded_at < :before), 0) AS earlier
            FROM unnest(:organizations::uuid[], :payments::uuid[]) AS asked (organization_id, payment_id)
            CROSS JOIN LATERAL (
                SELECT CASE WHEN credit = :role THEN units ELSE -units END AS units, recorded_at
                FROM ledger_transfer
                WHERE organization_id = asked.organization_id AND payment_id = asked.payment_id AND asset = :asset
                      AND (credit = :role OR debit = :role) OFFSET 0) AS moved
            GROUP BY asked.organization_id, asked.payment_id
            """;

    private ClearingTotalsStore() {}

    static BigInteger balance(Handle handle, Account account, String asset) {
        return handle.createQuery(BALANCE)
                .bind("role", account.role())
                .bind("asset", asset)
                .map((row, _) -> row.getBigDecimal("units").toBigIntegerExact())
                .one();
    }

    static Map<Payment, Posted> posted(
            Handle handle, Account account, String asset, List<Payment> payments, Instant before) {
        return handle
                .createQuery(POSTED)
                .bind("role", account.role())
                .bind("asset", asset)
                .bind("before", before)
                .bindArray(
                        "organizations",
                        UUID.class,
                        payments.stream().map(Payment::organizationId).toArray())
                .bindArray(
                        "payments",
                        UUID.class,
                        payments.stream().map(Payment::paymentId).toArray())
                .map((row, _) -> Map.entry(
                        new Payment(
                                row.getObject("organization_id", UUID.class), row.getObject("payment_id", UUID.class)),
                        new Posted(
                                row.getBigDecimal("posted").toBigIntegerExact(),
                                row.getBigDecimal("earlier").toBigIntegerExact())))
                .list()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
