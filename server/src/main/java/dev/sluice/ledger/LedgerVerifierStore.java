package dev.sluice.ledger;

import java.math.BigInteger;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of the ledger verification. Each statement returns faults, up to a limit; no row means that the check passed.
final class LedgerVerifierStore {
    private static final String ACCOUNTS = """
            SELECT count(*) FROM ledger_account
            """;

    private static final String TRANSFERS = """
            SELECT count(*) FROM ledger_transfer
            """;

    private static final String NOT_ZERO = """
            SELECT 'organization ' || organization_id || ', ' || asset || ': the accounts sum to ' || sum(balance)
            FROM ledger_account GROUP BY organization_id, asset HAVING sum(balance) <> 0
            LIMIT :limit
            """;

    private static final String OVERDRAWN = """
            SELECT 'organization ' || organization_id || ', ' || asset || ': ' || role || ' is ' || balance
            FROM ledger_account WHERE role IN ('available', 'held') AND balance < 0
            LIMIT :limit
            """;

    private static final String NOT_THE_JOURNAL = """
            SELECT 'organization ' || coalesce(a.organization_id, j.organization_id) || ', '
                   || coalesce(a.asset, j.asset) || ', ' || coalesce(a.role, j.role) || ': balance '
                   || coalesce(a.balance, 0) || ', journal ' || coalesce(j.balance, 0)
            FROM ledger_account a
            FULL JOIN (
                SELECT organization_id, asset, role, sum(units) AS balance
                FROM (SELECT organization_id, asset, credit AS role, units FROM ledger_transfer
                      UNION ALL
                      SELECT organization_id, asset, debit, -units FROM ledger_transfer) AS moved
                GROUP BY organization_id, asset, role) AS j
                ON j.organization_id = a.organization_id AND j.asset = a.asset AND j.role = a.role
            WHERE coalesce(a.balance, 0) <> coalesce(j.balance, 0)
            LIMIT :limit
            """;

    private static final String BROKEN_STATEMENT = """
            SELECT 'organization ' || organization_id || ', ' || asset || ', line ' || position || ': balance '
                   || available_after || ' after ' || coalesce(previous, 0) || ' and a movement of ' || moved
            FROM (SELECT organization_id, asset, position, available_after,
                         CASE WHEN credit = 'available' THEN units ELSE -units END AS moved,
                         lag(available_after) OVER line AS previous, lag(position) OVER line AS line_before
                  FROM ledger_transfer WHERE position IS NOT NULL
                  WINDOW line AS (PARTITION BY organization_id, asset ORDER BY position)) AS lines
            WHERE position <> coalesce(line_before, 0) + 1 OR available_after <> coalesce(previous, 0) + moved
            LIMIT :limit
            """;

    private static final String WRONG_POSITION = """
            SELECT 'organization ' || a.organization_id || ', ' || a.asset || ': at line ' || a.position || ' of '
                   || count(t.position)
            FROM ledger_account a
            LEFT JOIN ledger_transfer t ON t.organization_id = a.organization_id AND t.asset = a.asset
                 AND t.position IS NOT NULL
            WHERE a.role = 'available'
            GROUP BY a.organization_id, a.asset, a.position
            HAVING a.position <> count(t.position)
            LIMIT :limit
            """;

    /// Turns other scans off for row comparisons: the planner estimates that all rows pass one, and would scan
    /// whole tables for each page.
    private static final String BY_INDEX = """
            SELECT set_config(name, 'off', true)
            FROM unnest(ARRAY['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_nestloop']) AS name
            """;

    /// Selects by payment ids: a range of ids would span most of the journal.
    private static final String OF_PAYMENTS = """
            SELECT organization_id, payment_id, sequence, asset, debit, credit, units FROM ledger_transfer
            WHERE organization_id = :organization AND payment_id = ANY (:payments)
            """;

    private static final String PAYMENT_TRANSFERS = """
            SELECT count(*) FROM ledger_transfer WHERE kind <> 'funding'
            """;

    private LedgerVerifierStore() {}

    static long accounts(Handle handle) {
        return handle.createQuery(ACCOUNTS).mapTo(Long.class).one();
    }

    static long transfers(Handle handle) {
        return handle.createQuery(TRANSFERS).mapTo(Long.class).one();
    }

    static List<String> notZero(Handle handle, int limit) {
        return faults(handle, NOT_ZERO, limit);
    }

    static List<String> overdrawn(Handle handle, int limit) {
        return faults(handle, OVERDRAWN, limit);
    }

    static List<String> notTheJournal(Handle handle, int limit) {
        return faults(handle, NOT_THE_JOURNAL, limit);
    }

    static List<String> brokenStatement(Handle handle, int limit) {
        return faults(handle, BROKEN_STATEMENT, limit);
    }

    static List<String> wrongPosition(Handle handle, int limit) {
        return faults(handle, WRONG_POSITION, limit);
    }

    private static List<String> faults(Handle handle, String query, int limit) {
        return handle.createQuery(query)
                .bind("limit", limit)
                .mapTo(String.class)
                .list();
    }

    /// Restricts the rest of the transaction to index scans.
    static void goByIndex(Handle handle) {
        handle.createQuery(BY_INDEX).mapTo(String.class).list();
    }

    /// Counts the transfers of payments, without those that operators booked.
    static long paymentTransfers(Handle handle) {
        return handle.createQuery(PAYMENT_TRANSFERS).mapTo(Long.class).one();
    }

    /// Returns the next page of expected amounts, with the query and reader of the package that owns the payments.
    static List<LedgerVerifier.Expected> after(
            Handle handle, String query, LedgerVerifier.Expected last, int limit, LedgerVerifier.MovedReader reader) {
        return handle.createQuery(query)
                .bind("organization", last.organizationId())
                .bind("id", last.paymentId())
                .bind("limit", limit)
                .map((row, _) -> new LedgerVerifier.Expected(
                        row.getObject("organization_id", UUID.class),
                        row.getObject("id", UUID.class),
                        reader.read(row),
                        row.getInt("transfers")))
                .list();
    }

    /// Returns the transfers of an organization's payments.
    static List<Moved> ofPayments(Handle handle, UUID organizationId, List<UUID> payments) {
        return handle.createQuery(OF_PAYMENTS)
                .bind("organization", organizationId)
                .bindArray("payments", UUID.class, payments)
                .map((row, _) -> new Moved(
                        row.getObject("organization_id", UUID.class),
                        row.getObject("payment_id", UUID.class),
                        row.getInt("sequence"),
                        row.getString("asset"),
                        new Account(row.getString("debit")),
                        new Account(row.getString("credit")),
                        row.getBigDecimal("units").toBigIntegerExact()))
                .list();
    }

    /// The money that one transfer of a payment has moved.
    record Moved(
            UUID organizationId,
            UUID paymentId,
            int sequence,
            String asset,
            Account debit,
            Account credit,
            BigInteger units) {}
}
