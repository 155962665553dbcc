package dev.sluice.disbursement;

import dev.sluice.activity.Activities;
import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.DisbursementRows.Checked;
import dev.sluice.disbursement.DisbursementRows.Unopened;
import dev.sluice.disbursement.approval.ApprovalStore;
import dev.sluice.disbursement.lane.Gas;
import dev.sluice.rail.PayoutRef;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `disbursement` and `disbursement_progress`: rows in and out, many at a time.
public final class DisbursementStore {
    private static final String INSERT = """
            INSERT INTO disbursement (organization_id, id, group_id, asset, exponent, units, fee_units, fee_percentage,
                                      payee, reference, note, actor_id, actor_name, before_units, after_units, rail,
                                      receiver, recipient_id, mac)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::int4[], ?::numeric[], ?::numeric[],
                                 ?::numeric[], ?::bytea[], ?::text[], ?::text[], ?::uuid[], ?::text[], ?::numeric[],
                                 ?::numeric[], ?::text[], ?::text[], ?::uuid[], ?::bytea[])
            """;

    private static final String INSERT_PROGRESS = """
            INSERT INTO disbursement_progress (organization_id, id, status, stage, state_at, history, detached,
                                               transfers, events, updated_at)
            SELECT organization_id, id, 'pending', stage, updated_at, history, false, transfers, events, updated_at
            FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::int4[], ?::int4[], ?::timestamptz[])
                 AS new (organization_id, id, stage, history, transfers, events, updated_at)
            """;

    private static final String UPDATE = """
            UPDATE disbursement_progress p
            SET status = new.status, stage = new.stage, failure_code = new.failure_code,
                failure_message = new.failure_message, state_at = new.state_at, history = new.history,
                rail_reference = new.rail_reference, on_chain = new.on_chain, completed_at = new.completed_at,
                detached = new.detached, returned_units = new.returned_units,
                transfers = new.transfers, events = new.events, updated_at = new.updated_at
            FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::timestamptz[], ?::text[],
                        ?::text[], ?::text[], ?::timestamptz[], ?::boolean[], ?::numeric[], ?::int4[], ?::int4[],
                        ?::timestamptz[])
                 AS new (organization_id, id, status, stage, failure_code, failure_message, state_at, history,
                         rail_reference, on_chain, completed_at, detached, returned_units, transfers, events,
                         updated_at)
            WHERE p.organization_id = new.organization_id AND p.id = new.id
            """;

    /// A payout and its progress as one row.
    public static final String WHOLE = """
            d.*, p.status, p.stage, p.failure_code, p.failure_message, p.state_at, p.history,
                 p.rail_reference, p.on_chain,
                 p.completed_at, p.detached, p.returned_units, p.transfers, p.events, p.updated_at
            """;

    /// Columns that prove that a payout may be on its way.
    public static final String PROOF = """
            , a.disbursement_id IS NOT NULL AS asked, a.key_made_by AS preparer, a.decided_by, a.approved,
              a.ended_at AS decided_at, a.mac AS approval_mac, c.disbursement_id IS NOT NULL AS was_cancelled
            """;

    public static final String PROVING = """
            LEFT JOIN disbursement_approval a ON a.organization_id = p.organization_id AND a.disbursement_id = p.id
            LEFT JOIN disbursement_cancelled c ON c.organization_id = p.organization_id AND c.disbursement_id = p.id
            """;

    private static final String LOCK = """
            SELECT p.id
            FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, id)
            JOIN disbursement_progress p USING (organization_id, id)
            ORDER BY p.organization_id, p.id
            FOR UPDATE OF p
            """;

    /// Separate statement: a statement that waits for the lock sees the joined rows as they were before.
    private static final String LOCKED = "SELECT " + WHOLE + PROOF + """
            FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, id)
            JOIN disbursement_progress p USING (organization_id, id)
            JOIN disbursement d USING (organization_id, id)
            """ + PROVING + """
            ORDER BY p.organization_id, p.id
            """;

    private static final String SELECT_CHECKED = "SELECT " + WHOLE + PROOF + """
            FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, id)
            JOIN disbursement d USING (organization_id, id)
            JOIN disbursement_progress p USING (organization_id, id)
            """ + PROVING;

    private final DisbursementRows rows;

    DisbursementStore(Vault vault) {
        this.rows = new DisbursementRows(vault);
    }

    public InstructionMac macs() {
        return rows.macs();
    }

    /// @param asked payouts that wait for an approval
    public void insert(Tx tx, List<Disbursement> payouts, List<ApprovalStore.ApprovalRequest> asked) {
        if (payouts.isEmpty()) {
            return;
        }
        var waiting = asked.stream().collect(Collectors.toMap(ApprovalStore.ApprovalRequest::ref, Function.identity()));
        Batch.of(INSERT)
                .uuids(payouts, Disbursement::organizationId)
                .uuids(payouts, Disbursement::id)
                .uuids(payouts, Disbursement::groupId)
                .texts(payouts, payout -> payout.amount().asset().code())
                .integers(payouts, payout -> payout.amount().asset().exponent())
                .units(payouts, payout -> payout.amount().units())
                .units(payouts, payout -> payout.fee().units())
                .decimals(payouts, Disbursement::feePercentage)
                .bytes(payouts, rows::sealedPayee)
                .texts(payouts, Disbursement::reference)
                .texts(payouts, Disbursement::note)
                .uuids(payouts, payout -> payout.actor().id())
                .texts(payouts, payout -> payout.actor().name())
                .units(payouts, payout -> payout.balanceBefore().units())
                .units(payouts, payout -> payout.balanceAfter().units())
                .texts(payouts, payout -> payout.progress().rail())
                .texts(payouts, Disbursement::receiver)
                .uuids(payouts, Disbursement::recipientId)
                .bytes(payouts, payout -> mac(payout, waiting.get(payout.ref())))
                .write(tx);
        Batch.of(INSERT_PROGRESS)
                .uuids(payouts, Disbursement::organizationId)
                .uuids(payouts, Disbursement::id)
                .texts(payouts, payout -> DisbursementRows.stage(payout.state()))
                .texts(
                        payouts,
                        payout ->
                                Activities.document(payout.progress().history().activities()))
                .integers(payouts, payout -> payout.progress().transfers())
                .integers(payouts, payout -> payout.progress().events())
                .instants(payouts, payout -> payout.progress().updatedAt())
                .write(tx);
    }

    private byte[] mac(Disbursement payout, ApprovalStore.@Nullable ApprovalRequest asked) {
        return asked == null ? macs().of(payout) : macs().ofAsked(payout, asked.preparer());
    }

    public void update(Tx tx, List<Disbursement> payouts) {
        if (payouts.isEmpty()) {
            return;
        }
        Batch.of(UPDATE)
                .uuids(payouts, Disbursement::organizationId)
                .uuids(payouts, Disbursement::id)
                .texts(payouts, payout -> payout.status().wire())
                .texts(payouts, payout -> DisbursementRows.stage(payout.state()))
                .texts(payouts, payout -> DisbursementRows.failureCode(payout.state()))
                .texts(payouts, payout -> DisbursementRows.failureMessage(payout.state()))
                .instants(payouts, DisbursementRows::stateAt)
                .texts(
                        payouts,
                        payout ->
                                Activities.document(payout.progress().history().activities()))
                .texts(payouts, payout -> payout.progress().railReference())
                .texts(payouts, payout -> Gas.document(payout.progress().onChain()))
                .instants(payouts, payout -> payout.progress().completedAt())
                .booleans(payouts, payout -> payout.progress().detached())
                .units(payouts, payout -> DisbursementRows.returnedUnits(payout.state()))
                .integers(payouts, payout -> payout.progress().transfers())
                .integers(payouts, payout -> payout.progress().events())
                .instants(payouts, payout -> payout.progress().updatedAt())
                .write(tx, payouts.size());
    }

    public List<Checked> lock(Tx tx, List<UUID> organizations, List<UUID> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        byIds(LOCK, organizations, ids).query(tx, row -> row.getObject(1, UUID.class));
        return byIds(LOCKED, organizations, ids).query(tx, rows::checked);
    }

    List<Checked> findChecked(Tx tx, List<PayoutRef> wanted) {
        return wanted.isEmpty() ? List.of() : byRefs(SELECT_CHECKED, wanted).query(tx, rows::checked);
    }

    List<Checked> findChecked(Handle handle, List<PayoutRef> wanted) {
        return wanted.isEmpty() ? List.of() : byRefs(SELECT_CHECKED, wanted).query(handle, rows::checked);
    }

    public List<Disbursement> find(Handle handle, List<PayoutRef> wanted) {
        return findUnopened(handle, wanted).stream()
                .map(unopened -> unopened.contents().get())
                .toList();
    }

    List<Unopened> findUnopened(Handle handle, List<PayoutRef> wanted) {
        return wanted.isEmpty() ? List.of() : byRefs(SELECT_CHECKED, wanted).query(handle, rows::unopenedToShow);
    }

    /// Returns some payouts for display. Pending payouts are read again with their proof: the sorting and counting
    /// of lists needs no such joins.
    public List<Disbursement> toShow(Handle handle, List<Disbursement> read) {
        var pending = read.stream()
                .filter(payout -> payout.status() == Status.PENDING)
                .map(Disbursement::ref)
                .toList();
        if (pending.isEmpty()) {
            return read;
        }
        var checked = byRefs(SELECT_CHECKED, pending).query(handle, rows::checked).stream()
                .map(Checked::toShow)
                .collect(Collectors.toMap(Disbursement::ref, Function.identity()));
        return read.stream()
                .map(payout -> checked.getOrDefault(payout.ref(), payout))
                .toList();
    }

    public Disbursement readToShow(ResultSet row) throws SQLException {
        return rows.checked(row).toShow();
    }

    public Disbursement read(ResultSet row) throws SQLException {
        return rows.read(row);
    }

    private static Batch byRefs(String sql, List<PayoutRef> wanted) {
        return Batch.of(sql).uuids(wanted, PayoutRef::organizationId).uuids(wanted, PayoutRef::payoutId);
    }

    private static Batch byIds(String sql, List<UUID> organizations, List<UUID> ids) {
        return Batch.of(sql).uuids(organizations, id -> id).uuids(ids, id -> id);
    }
}
