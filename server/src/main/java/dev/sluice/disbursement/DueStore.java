package dev.sluice.disbursement;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.Rail;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/// SQL of `disbursement_due`: the next action for each payout, and its time.
public final class DueStore {
    private static final String INSERT = """
            INSERT INTO disbursement_due (organization_id, disbursement_id, due_at, rail, attempts)
            SELECT organization_id, disbursement_id, due_at, rail, 0
            FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[], ?::text[])
                 AS new (organization_id, disbursement_id, due_at, rail)
            """;

    /// Claims the oldest due payouts of each rail, in turns, so that no rail waits for another. A payout of a
    /// stopped rail or a frozen organization is marked with the name of either (its keeper) and not read again. A
    /// marked payout is due again once its keeper is neither stopped nor frozen. The recursive part finds the few
    /// distinct keepers by one index look-up each, however many payouts each keeps.
    private static final String CLAIM = """
            WITH RECURSIVE keeper (name) AS (
                (SELECT suspended_by FROM disbursement_due WHERE suspended_by IS NOT NULL ORDER BY suspended_by LIMIT 1)
                UNION ALL
                SELECT further.suspended_by FROM keeper
                CROSS JOIN LATERAL (
                    SELECT suspended_by FROM disbursement_due
                    WHERE suspended_by > keeper.name ORDER BY suspended_by LIMIT 1) AS further),
            due AS MATERIALIZED (
                SELECT first.* FROM unnest(:configured::text[]) AS way (rail)
                CROSS JOIN LATERAL (
                    SELECT organization_id, disbursement_id, rail, due_at, attempts FROM disbursement_due
                    WHERE suspended_by IS NULL AND rail = way.rail AND due_at <= :now
                          AND (leased_until IS NULL OR leased_until <= :now)
                    ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED) AS first
                UNION ALL
                SELECT free.* FROM keeper CROSS JOIN unnest(:configured::text[]) AS way (rail)
                CROSS JOIN LATERAL (
                    SELECT organization_id, disbursement_id, rail, due_at, attempts FROM disbursement_due
                    WHERE suspended_by = keeper.name AND rail = way.rail AND due_at <= :now
                          AND (leased_until IS NULL OR leased_until <= :now)
                    ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED) AS free
                WHERE NOT (keeper.name = ANY (:stopped::text[]) OR keeper.name = ANY (:frozen::uuid[]::text[]))),
            taken AS MATERIALIZED (
                SELECT organization_id, disbursement_id,
                       CASE WHEN attempts > 0 THEN NULL
                            WHEN rail = ANY (:stopped::text[]) THEN rail
                            WHEN organization_id = ANY (:frozen::uuid[]) THEN organization_id::text END AS keeper
                FROM due
                ORDER BY row_number() OVER (PARTITION BY rail ORDER BY due_at, disbursement_id), due_at, disbursement_id
                LIMIT :limit)
            UPDATE disbursement_due d
            SET leased_until = CASE WHEN taken.keeper IS NULL THEN :leasedUntil::timestamptz END,
                attempts = attempts + CASE WHEN taken.keeper IS NULL THEN 1 ELSE 0 END,
                suspended_by = taken.keeper
            FROM taken WHERE d.organization_id = taken.organization_id AND d.disbursement_id = taken.disbursement_id
            RETURNING d.organization_id, d.disbursement_id, d.rail, d.attempts, d.suspended_by IS NOT NULL AS kept
            """;

    /// A row whose outcome came in the meantime has no lease. A row that another node claimed has another attempt
    /// number.
    private static final String RENEW = """
            WITH held AS MATERIALIZED (
                SELECT d.organization_id, d.disbursement_id, claim.until
                FROM unnest(?::uuid[], ?::uuid[], ?::int4[], ?::timestamptz[])
                     AS claim (organization_id, disbursement_id, attempts, until)
                JOIN disbursement_due d USING (organization_id, disbursement_id, attempts)
                WHERE d.leased_until IS NOT NULL
                ORDER BY d.organization_id, d.disbursement_id FOR UPDATE OF d)
            UPDATE disbursement_due d SET leased_until = held.until
            FROM held WHERE d.organization_id = held.organization_id AND d.disbursement_id = held.disbursement_id
            RETURNING d.organization_id, d.disbursement_id
            """;

    /// A row with another lease was claimed again since.
    private static final String HAND_BACK = """
            WITH held AS MATERIALIZED (
                SELECT d.organization_id, d.disbursement_id
                FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[])
                     AS claim (organization_id, disbursement_id, leased_until)
                JOIN disbursement_due d USING (organization_id, disbursement_id, leased_until)
                WHERE d.attempts = 1
                ORDER BY d.organization_id, d.disbursement_id FOR UPDATE OF d)
            UPDATE disbursement_due d SET attempts = 0, leased_until = NULL
            FROM held WHERE d.organization_id = held.organization_id AND d.disbursement_id = held.disbursement_id
            """;

    private static final String RESCHEDULE = """
            UPDATE disbursement_due d SET due_at = new.due_at, leased_until = NULL, held_since = NULL
            FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[]) AS new (organization_id, disbursement_id, due_at)
            WHERE d.organization_id = new.organization_id AND d.disbursement_id = new.disbursement_id
            """;

    private static final String HOLD = """
            UPDATE disbursement_due d
            SET due_at = new.due_at, leased_until = NULL, held_since = coalesce(d.held_since, new.held_since)
            FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[], ?::timestamptz[])
                 AS new (organization_id, disbursement_id, due_at, held_since)
            WHERE d.organization_id = new.organization_id AND d.disbursement_id = new.disbursement_id
            """;

    private static final String DELETE = """
            DELETE FROM disbursement_due d
            USING unnest(?::uuid[], ?::uuid[]) AS done (organization_id, disbursement_id)
            WHERE d.organization_id = done.organization_id AND d.disbursement_id = done.disbursement_id
            """;

    private static final String LOCK_CLAIMED = """
            SELECT d.organization_id, d.disbursement_id, d.rail, d.attempts
            FROM unnest(?::uuid[], ?::uuid[], ?::int4[]) AS claim (organization_id, disbursement_id, attempts)
            JOIN disbursement_due d USING (organization_id, disbursement_id, attempts)
            WHERE d.leased_until IS NOT NULL
            ORDER BY d.organization_id, d.disbursement_id
            FOR UPDATE OF d
            """;

    private static final String LOCK_UNTOUCHED = """
            SELECT d.organization_id, d.disbursement_id
            FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, disbursement_id)
            JOIN disbursement_due d USING (organization_id, disbursement_id)
            WHERE d.attempts = 0
            ORDER BY d.organization_id, d.disbursement_id
            FOR UPDATE OF d
            """;

    private DueStore() {}

    /// A payout that a worker has claimed, and the number of the attempt.
    public record Claimed(PayoutRef ref, String rail, int attempt) {
        public boolean isFirst() {
            return attempt == 1;
        }
    }

    /// A payout with its due time and rail.
    public record Due(PayoutRef ref, Instant at, String rail) {
        /// Returns the first due time: the payout is submitted as soon as its rail takes it.
        public static Due first(Disbursement payout, Rail rail, Instant now) {
            return new Due(payout.ref(), rail.submitNotBefore(payout.instruction(), now), rail.name());
        }
    }

    public static void insert(Tx tx, List<Due> due) {
        if (!due.isEmpty()) {
            dated(INSERT, due).texts(due, Due::rail).write(tx);
        }
    }

    /// Payouts to keep back, unless a worker has claimed them before.
    ///
    /// @param stopped rails without new submissions
    /// @param frozen organizations with payouts that may not leave
    public record Withheld(Collection<String> stopped, Collection<UUID> frozen) {}

    /// Result of a claim: the claimed payouts, and the number of due payouts that are kept.
    record ClaimResult(List<Claimed> claimed, int withheld) {
        int count() {
            return claimed.size() + withheld;
        }
    }

    /// Claims due payouts; the lease makes them due again if this node dies. Payouts that are kept back stay in
    /// the queue, and are not read again until they may go.
    ///
    /// @param configured rails of this node
    public static ClaimResult claim(
            Tx tx, Instant now, Instant leasedUntil, Collection<String> configured, Withheld withheld, int limit) {
        var met = tx.handle()
                .createQuery(CLAIM)
                .bind("now", now)
                .bind("leasedUntil", leasedUntil)
                .bindArray("configured", String.class, configured.toArray())
                .bindArray("stopped", String.class, withheld.stopped().toArray())
                .bindArray("frozen", UUID.class, withheld.frozen().toArray())
                .bind("limit", limit)
                .map((row, _) -> row.getBoolean("kept") ? Optional.<Claimed>empty() : Optional.of(claimed(row)))
                .list();
        var claimed = met.stream().flatMap(Optional::stream).toList();
        return new ClaimResult(claimed, met.size() - claimed.size());
    }

    /// Renews the lease of payouts that still belong to their claim, and returns them. The lease may have expired:
    /// the claim is valid as long as no other node claims the payout.
    static List<PayoutRef> renew(Tx tx, List<Claimed> claimed, Instant leasedUntil) {
        return refs(RENEW, claimed.stream().map(Claimed::ref).toList())
                .integers(claimed, Claimed::attempt)
                .instants(claimed, _ -> leasedUntil)
                .query(tx, DueStore::ref);
    }

    /// Undoes the first claim of payouts, if the lease is still the given one: they count as never claimed.
    static void unclaim(Tx tx, List<PayoutRef> untouched, Instant leasedUntil) {
        if (!untouched.isEmpty()) {
            refs(HAND_BACK, untouched).instants(untouched, _ -> leasedUntil).write(tx);
        }
    }

    public static void reschedule(Tx tx, List<Due> due) {
        if (!due.isEmpty()) {
            dated(RESCHEDULE, due).write(tx);
        }
    }

    /// Reschedules payouts with altered rows, and marks them as held until they are rescheduled otherwise.
    public static void hold(Tx tx, List<Due> due, Instant now) {
        if (!due.isEmpty()) {
            dated(HOLD, due).instants(due, _ -> now).write(tx);
        }
    }

    public static void delete(Tx tx, List<PayoutRef> done) {
        if (!done.isEmpty()) {
            refs(DELETE, done).write(tx);
        }
    }

    /// Locks the payouts that still belong to their claim, and returns these claims.
    public static Supplier<Set<Claimed>> lockClaimed(Tx tx, List<Claimed> claims) {
        if (claims.isEmpty()) {
            return Set::of;
        }
        var locked = refs(LOCK_CLAIMED, claims.stream().map(Claimed::ref).toList())
                .integers(claims, Claimed::attempt)
                .queueQuery(tx, DueStore::claimed);
        return () -> Set.copyOf(locked.get());
    }

    /// Locks the payouts that no worker has ever claimed, and returns them.
    public static Supplier<Set<PayoutRef>> lockUntouched(Tx tx, List<PayoutRef> wanted) {
        if (wanted.isEmpty()) {
            return Set::of;
        }
        var locked = refs(LOCK_UNTOUCHED, wanted).queueQuery(tx, DueStore::ref);
        return () -> Set.copyOf(locked.get());
    }

    private static Claimed claimed(ResultSet row) throws SQLException {
        return new Claimed(ref(row), row.getString("rail"), row.getInt("attempts"));
    }

    private static PayoutRef ref(ResultSet row) throws SQLException {
        return new PayoutRef(
                row.getObject("organization_id", UUID.class), row.getObject("disbursement_id", UUID.class));
    }

    private static Batch dated(String sql, List<Due> due) {
        return Batch.of(sql)
                .uuids(due, each -> each.ref().organizationId())
                .uuids(due, each -> each.ref().payoutId())
                .instants(due, Due::at);
    }

    private static Batch refs(String sql, List<PayoutRef> refs) {
        return Batch.of(sql).uuids(refs, PayoutRef::organizationId).uuids(refs, PayoutRef::payoutId);
    }
}
