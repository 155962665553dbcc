package dev.sluice.resilience.proof;

import dev.sluice.app.AuditSources;
import dev.sluice.db.Database;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.vault.Vault;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// SQL on the service's database, from outside the service.
public final class FactStore {
    private static final String UNBALANCED = """
            SELECT asset, sum(balance)::text AS units FROM ledger_account GROUP BY asset HAVING sum(balance) <> 0
            """;

    private static final String OVERDRAWN = """
            SELECT count(*) FROM ledger_account WHERE balance < 0 AND role IN ('available', 'held')
            """;

    private static final String HELD = """
            SELECT asset, sum(balance)::text AS units FROM ledger_account WHERE role = 'held'
            GROUP BY asset HAVING sum(balance) <> 0
            """;

    private static final String CLEARING = """
            SELECT asset, sum(balance)::text AS units FROM ledger_account WHERE role = :role GROUP BY asset
            """;

    private static final String PAYOUTS = """
            SELECT id::text AS id, asset, units::text AS units, status, stage, detached
            FROM disbursement JOIN disbursement_progress USING (organization_id, id)
            """;

    private static final String DISCREPANCIES = """
            SELECT disbursement_id FROM disbursement_discrepancy
            """;

    private static final String COMPLETED_DEPOSITS = """
            SELECT id FROM deposit_progress WHERE status = 'completed'
            """;

    private static final String OPEN_DEPOSITS = """
            SELECT count(*) FROM deposit_progress WHERE status = 'pending'
            """;

    private static final String PENDING_PAYOUTS = """
            SELECT count(*) FROM disbursement_progress WHERE status = 'pending'
            """;

    private static final String DUE_PAYOUTS = """
            SELECT count(*) FROM disbursement_due
            """;

    private static final String DEPOSITS = """
            SELECT count(*) FROM deposit
            """;

    private static final String CONVERSIONS = """
            SELECT count(*) FROM convert
            """;

    private static final String DEPOSIT_IDS = """
            SELECT id FROM deposit
            """;

    private static final String CONVERSION_IDS = """
            SELECT id FROM convert
            """;

    private static final String EVENTS = """
            SELECT position FROM event WHERE organization_id = :organization AND position > :after
            """;

    private static final String LAST_EVENT = """
            SELECT coalesce(max(last_position), 0) FROM event_feed WHERE organization_id = :organization
            """;

    private static final String PAYOUT_IDS = """
            SELECT id FROM disbursement
            """;

    private static final String GAPS = """
            SELECT count(*) FROM event_feed feed
            WHERE last_position <> (SELECT count(DISTINCT position) FROM event
                                    WHERE event.organization_id = feed.organization_id)
            """;

    private final Database database;

    public FactStore(Database database) {
        this.database = database;
    }

    /// Current state of a payout.
    public record Payout(UUID id, String asset, BigInteger units, String status, boolean detached) {}

    /// Returns the sum of all accounts by asset, if it is not zero.
    public Map<String, BigInteger> unbalanced() {
        return sums(UNBALANCED, "");
    }

    /// Returns the amounts held for payouts, by asset.
    public Map<String, BigInteger> held() {
        return sums(HELD, "");
    }

    public long overdrawn() {
        return number(OVERDRAWN);
    }

    public Map<String, BigInteger> clearing(String rail) {
        return sums(CLEARING, "clearing:" + rail);
    }

    public List<Payout> payouts() {
        return database.read(handle -> handle.createQuery(PAYOUTS)
                .map((row, _) -> new Payout(
                        UUID.fromString(row.getString("id")),
                        row.getString("asset"),
                        new BigInteger(row.getString("units")),
                        row.getString("status"),
                        row.getBoolean("detached")))
                .list());
    }

    /// Returns the payouts with conflicting rail reports.
    public Set<UUID> discrepancies() {
        return ids(DISCREPANCIES);
    }

    public Set<UUID> completedDeposits() {
        return ids(COMPLETED_DEPOSITS);
    }

    public long pendingPayouts() {
        return number(PENDING_PAYOUTS);
    }

    /// Returns the number of payouts with pending work: as many as are pending, but faster to count.
    public long duePayouts() {
        return number(DUE_PAYOUTS);
    }

    public long openDeposits() {
        return number(OPEN_DEPOSITS);
    }

    public long deposits() {
        return number(DEPOSITS);
    }

    public long conversions() {
        return number(CONVERSIONS);
    }

    /// Returns the positions of an organization's events after a position.
    public List<Long> events(UUID organizationId, long after) {
        return database.read(handle -> handle.createQuery(EVENTS)
                .bind("organization", organizationId)
                .bind("after", after)
                .mapTo(Long.class)
                .list());
    }

    /// Returns the position of an organization's last event, which equals their number.
    public long lastEvent(UUID organizationId) {
        return database.read(handle -> handle.createQuery(LAST_EVENT)
                .bind("organization", organizationId)
                .mapTo(Long.class)
                .one());
    }

    public Set<UUID> payoutIds() {
        return ids(PAYOUT_IDS);
    }

    public Set<UUID> depositIds() {
        return ids(DEPOSIT_IDS);
    }

    public Set<UUID> conversionIds() {
        return ids(CONVERSION_IDS);
    }

    public long feedsWithGaps() {
        return number(GAPS);
    }

    /// @param masterKey master key of the deployment, for the MACs of its records
    public LedgerVerifier.Report prove(byte[] masterKey) {
        return LedgerVerifier.verify(database, AuditSources.payments(Vault.open(database, masterKey)));
    }

    private Set<UUID> ids(String sql) {
        return database.read(handle -> handle.createQuery(sql).mapTo(UUID.class).collect(Collectors.toSet()));
    }

    private long number(String sql) {
        return database.read(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }

    private Map<String, BigInteger> sums(String sql, String role) {
        return database.read(handle -> {
            var query = handle.createQuery(sql);
            if (!role.isEmpty()) {
                query.bind("role", role);
            }
            return query
                    .map((row, _) -> Map.entry(row.getString("asset"), new BigInteger(row.getString("units"))))
                    .stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        });
    }
}
