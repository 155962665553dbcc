package dev.sluice.deposit;

import dev.sluice.activity.Activities;
import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.deposit.DepositRows.Checked;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of deposits: their fixed part (`deposit`), written once except for the instructions, and their current state
/// (`deposit_progress`).
public final class DepositStore {
    public static final String WHOLE = """
        d.organization_id, d.id, d.type, d.bulk_id, d.rail, d.method, d.method_type, d.settlement_type,
        d.destination, d.input_asset, d.input_exponent, d.input_units, d.output_asset, d.output_kind,
        d.output_exponent, d.output_units, d.rate, d.rate_until, d.fee_units, d.fee_flat, d.fee_percentage,
        d.payment, d.quote_id, d.reference, d.note, d.user_id, p.status, p.state_at, p.expires_at, p.labels,
        p.received_units, p.credited_fee_units, p.credited_output_units, p.credited_rate, p.paid_at, p.payments,
        p.refunds, p.activities, p.detached, p.owed_units, p.transfers, p.events, p.updated_at, p.payments_mac,
        d.mac
        """;

    private static final String INSERT = """
        INSERT INTO deposit (organization_id, id, type, bulk_id, rail, method, method_type, settlement_type,
                             destination, input_asset, input_exponent, input_units, output_asset, output_kind,
                             output_exponent, output_units, rate, rate_until, fee_units, fee_flat, fee_percentage,
                             payment, reference, note, user_id, quote_id, mac)
        SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[],
                             ?::text[], ?::text[], ?::int4[], ?::numeric[], ?::text[], ?::text[], ?::int4[],
                             ?::numeric[], ?::numeric[], ?::timestamptz[], ?::numeric[], ?::numeric[],
                             ?::numeric[], ?::text[], ?::text[], ?::text[], ?::uuid[], ?::uuid[], ?::bytea[])
        """;

    private static final String INSTRUCT = """
        UPDATE deposit d
        SET rail = new.rail, method = new.method, method_type = new.method_type,
            settlement_type = new.settlement_type, destination = new.destination, payment = new.payment,
            input_units = new.input_units, output_units = new.output_units, rate = new.rate,
            rate_until = new.rate_until, fee_units = new.fee_units, fee_flat = new.fee_flat,
            fee_percentage = new.fee_percentage, mac = new.mac
        FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
                    ?::numeric[], ?::numeric[], ?::numeric[], ?::timestamptz[], ?::numeric[], ?::numeric[],
                    ?::numeric[], ?::bytea[])
             AS new (organization_id, id, rail, method, method_type, settlement_type, destination, payment,
                     input_units, output_units, rate, rate_until, fee_units, fee_flat, fee_percentage, mac)
        WHERE d.organization_id = new.organization_id AND d.id = new.id
        """;

    private static final String INSERT_PROGRESS = """
        INSERT INTO deposit_progress (organization_id, id, type, status, state_at, expires_at, labels, activities,
                                      detached, transfers, events, updated_at)
        SELECT organization_id, id, type, 'pending', updated_at, expires_at, '', activities, false, transfers,
               events, updated_at
        FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::timestamptz[], ?::text[], ?::int4[], ?::int4[],
                    ?::timestamptz[])
             AS new (organization_id, id, type, expires_at, activities, transfers, events, updated_at)
        """;

    private static final String UPDATE = """
        UPDATE deposit_progress p
        SET status = new.status, state_at = new.state_at, expires_at = new.expires_at, labels = new.labels,
            received_units = new.received_units, credited_fee_units = new.credited_fee_units,
            credited_output_units = new.credited_output_units, credited_rate = new.credited_rate,
            paid_at = new.paid_at, payments = new.payments, refunds = new.refunds, activities = new.activities,
            detached = new.detached, owed_units = new.owed_units, transfers = new.transfers, events = new.events,
            updated_at = new.updated_at, payments_mac = new.payments_mac
        FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::timestamptz[], ?::timestamptz[], ?::text[], ?::numeric[],
                    ?::numeric[], ?::numeric[], ?::numeric[], ?::timestamptz[], ?::bytea[], ?::text[], ?::text[],
                    ?::boolean[], ?::numeric[], ?::int4[], ?::int4[], ?::timestamptz[], ?::bytea[])
             AS new (organization_id, id, status, state_at, expires_at, labels, received_units, credited_fee_units,
                     credited_output_units, credited_rate, paid_at, payments, refunds, activities, detached,
                     owed_units, transfers, events, updated_at, payments_mac)
        WHERE p.organization_id = new.organization_id AND p.id = new.id
        """;

    private static final String LOCK = """
        SELECT organization_id, id FROM deposit_progress
        WHERE (organization_id, id) IN (SELECT * FROM unnest(?::uuid[], ?::uuid[]))
        ORDER BY organization_id, id FOR UPDATE
        """;

    private static final String SELECT_MANY = "SELECT " + WHOLE + """
        FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, id)
        JOIN deposit d USING (organization_id, id)
        JOIN deposit_progress p USING (organization_id, id)
        """;

    private static final String STANDING = """
        SELECT organization_id, id, status, events FROM deposit_progress
        WHERE (organization_id, id) IN (SELECT * FROM unnest(?::uuid[], ?::uuid[]))
        """;

    private static final String NEWEST_OF_REFERENCE = """
        SELECT id FROM deposit
        WHERE organization_id = :organization AND reference = :reference
              AND (:type::text IS NULL OR type = :type)
        ORDER BY id DESC LIMIT 1
        """;

    /// Selects the first due deposits by the index, and sorts them in one fixed order.
    private static final String DUE = """
        SELECT organization_id, id FROM (
            SELECT organization_id, id FROM deposit_progress
            WHERE status = 'pending' AND expires_at <= :now ORDER BY expires_at LIMIT :limit) AS due
        ORDER BY organization_id, id
        """;

    private static final String OWING = """
        SELECT organization_id, id FROM deposit_progress
        WHERE owed_units > 0 AND (organization_id, id) > (:organization, :id)
        ORDER BY organization_id, id LIMIT :limit
        """;

    private static final String OWING_FIRST = """
        SELECT wanted.organization_id, owing.id
        FROM unnest(?::uuid[]) AS wanted (organization_id)
        CROSS JOIN LATERAL (
            SELECT p.id FROM deposit_progress p
            WHERE p.owed_units > 0 AND p.organization_id = wanted.organization_id
            ORDER BY p.id LIMIT 20) AS owing
        """;

    private final DepositRows rows;

    DepositStore(Vault vault) {
        this.rows = new DepositRows(vault);
    }

    public void insert(Tx tx, List<Deposit> deposits) {
        if (deposits.isEmpty()) {
            return;
        }
        Function<Deposit, Priced> priced = deposit -> deposit.requested().priced();
        ids(INSERT, deposits)
                .texts(deposits, each -> each.type().wire())
                .uuids(deposits, Deposit::bulkId)
                .texts(deposits, each -> each.instructions().rail())
                .texts(deposits, each -> each.instructions().method())
                .texts(deposits, each -> each.instructions().methodType().name())
                .texts(deposits, each -> each.instructions().settlementType())
                .texts(deposits, each -> each.instructions().destination().text())
                .texts(deposits, each -> priced.apply(each).input().asset().code())
                .integers(deposits, each -> priced.apply(each).input().asset().exponent())
                .units(deposits, each -> priced.apply(each).input().units())
                .texts(deposits, each -> priced.apply(each).output().asset().code())
                .texts(
                        deposits,
                        each -> priced.apply(each).output().asset().kind().name())
                .integers(deposits, each -> priced.apply(each).output().asset().exponent())
                .units(deposits, each -> priced.apply(each).output().units())
                .decimals(deposits, each -> priced.apply(each).rate())
                .instants(deposits, each -> each.requested().rateUntil())
                .units(deposits, each -> priced.apply(each).fee().units())
                .decimals(deposits, each -> each.requested().fee().flat())
                .decimals(deposits, each -> each.requested().fee().percentage())
                .texts(deposits, each -> each.instructions().payment().text())
                .texts(deposits, Deposit::reference)
                .texts(deposits, Deposit::note)
                .uuids(deposits, Deposit::userId)
                .uuids(deposits, each -> each.requested().quoteId())
                .bytes(deposits, rows.macs()::of)
                .write(tx);
        ids(INSERT_PROGRESS, deposits)
                .texts(deposits, each -> each.type().wire())
                .instants(deposits, each -> each.progress().expiresAt())
                .texts(deposits, each -> Activities.document(each.progress().activities()))
                .integers(deposits, each -> each.progress().transfers())
                .integers(deposits, each -> each.progress().events())
                .instants(deposits, each -> each.progress().updatedAt())
                .write(tx);
    }

    /// Gives deposits other instructions, and the price that is theirs.
    public void instruct(Tx tx, List<Deposit> deposits) {
        if (deposits.isEmpty()) {
            return;
        }
        Function<Deposit, Priced> priced = deposit -> deposit.requested().priced();
        ids(INSTRUCT, deposits)
                .texts(deposits, each -> each.instructions().rail())
                .texts(deposits, each -> each.instructions().method())
                .texts(deposits, each -> each.instructions().methodType().name())
                .texts(deposits, each -> each.instructions().settlementType())
                .texts(deposits, each -> each.instructions().destination().text())
                .texts(deposits, each -> each.instructions().payment().text())
                .units(deposits, each -> priced.apply(each).input().units())
                .units(deposits, each -> priced.apply(each).output().units())
                .decimals(deposits, each -> priced.apply(each).rate())
                .instants(deposits, each -> each.requested().rateUntil())
                .units(deposits, each -> priced.apply(each).fee().units())
                .decimals(deposits, each -> each.requested().fee().flat())
                .decimals(deposits, each -> each.requested().fee().percentage())
                .bytes(deposits, rows.macs()::of)
                .write(tx);
    }

    public void update(Tx tx, List<Deposit> deposits) {
        if (deposits.isEmpty()) {
            return;
        }
        var payments = deposits.stream().map(rows::stored).toList();
        ids(UPDATE, deposits)
                .texts(deposits, each -> each.status().wire())
                .instants(deposits, DepositRows::stateAt)
                .instants(deposits, each -> each.progress().expiresAt())
                .texts(deposits, each -> DepositRows.labels(each.progress().labels()))
                .units(deposits, each -> credit(each, credit -> credit.input().units()))
                .units(deposits, each -> credit(each, credit -> credit.fee().units()))
                .units(deposits, each -> credit(each, credit -> credit.output().units()))
                .decimals(deposits, each -> credit(each, Priced::rate))
                .instants(deposits, each -> each.state() instanceof Completed(var _, var paidAt) ? paidAt : null)
                .bytes(payments, DepositRows.Payments::sealed)
                .texts(payments, DepositRows.Payments::refunds)
                .texts(deposits, each -> Activities.document(each.progress().activities()))
                .booleans(deposits, each -> each.progress().detached())
                .units(deposits, each -> each.progress().owed().units())
                .integers(deposits, each -> each.progress().transfers())
                .integers(deposits, each -> each.progress().events())
                .instants(deposits, each -> each.progress().updatedAt())
                .bytes(payments, DepositRows.Payments::mac)
                .write(tx);
    }

    public DepositMac macs() {
        return rows.macs();
    }

    /// Locks deposits in one order for all transactions, and returns them.
    public List<Checked> lock(Tx tx, List<DepositRef> wanted) {
        if (wanted.isEmpty()) {
            return List.of();
        }
        refs(LOCK, wanted).query(tx, row -> row.getObject(2, UUID.class));
        return refs(SELECT_MANY, wanted).query(tx, rows::checked);
    }

    Optional<Checked> find(Handle handle, DepositRef ref) {
        return refs(SELECT_MANY, List.of(ref)).query(handle, rows::checked).stream()
                .findFirst();
    }

    /// Returns a text for each deposit that differs whenever the deposit does.
    Map<DepositRef, String> versions(Handle handle, List<DepositRef> wanted) {
        return refs(STANDING, wanted)
                .query(
                        handle,
                        row -> Map.entry(
                                new DepositRef(row.getObject(1, UUID.class), row.getObject(2, UUID.class)),
                                Deposit.version(row.getString(3), row.getInt(4))))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /// The statuses of some deposits.
    Map<DepositRef, Status> statuses(Handle handle, List<DepositRef> wanted) {
        return refs(STANDING, wanted)
                .query(
                        handle,
                        row -> Map.entry(
                                new DepositRef(row.getObject(1, UUID.class), row.getObject(2, UUID.class)),
                                Status.stored(row.getString(3))))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    Optional<UUID> newestOfReference(Handle handle, UUID organizationId, String reference, @Nullable String type) {
        return handle.createQuery(NEWEST_OF_REFERENCE)
                .bind("organization", organizationId)
                .bind("reference", reference)
                .bind("type", type)
                .mapTo(UUID.class)
                .findOne();
    }

    /// Returns expired deposits.
    List<DepositRef> due(Tx tx, Instant now, int limit) {
        return tx.handle()
                .createQuery(DUE)
                .bind("now", now)
                .bind("limit", limit)
                .map((row, _) -> ref(row))
                .list();
    }

    /// Returns deposits with an owed amount, after a given one.
    List<DepositRef> owing(Tx tx, DepositRef after, int limit) {
        return tx.handle()
                .createQuery(OWING)
                .bind("organization", after.organizationId())
                .bind("id", after.depositId())
                .bind("limit", limit)
                .map((row, _) -> ref(row))
                .list();
    }

    /// Returns the first deposits of some organizations with an owed amount: a few of each.
    List<DepositRef> owing(Handle handle, List<UUID> organizations) {
        return Batch.of(OWING_FIRST).uuids(organizations, each -> each).query(handle, DepositStore::ref);
    }

    private static DepositRef ref(ResultSet row) throws SQLException {
        return new DepositRef(row.getObject("organization_id", UUID.class), row.getObject("id", UUID.class));
    }

    public Deposit listed(ResultSet row) throws SQLException {
        return rows.listed(row);
    }

    private static <T> @Nullable T credit(Deposit deposit, Function<Priced, T> part) {
        return deposit.state() instanceof Completed(var credit, var _) ? part.apply(credit) : null;
    }

    private static Batch ids(String sql, List<Deposit> deposits) {
        return refs(sql, deposits.stream().map(Deposit::ref).toList());
    }

    private static Batch refs(String sql, List<DepositRef> refs) {
        return Batch.of(sql).uuids(refs, DepositRef::organizationId).uuids(refs, DepositRef::depositId);
    }
}
