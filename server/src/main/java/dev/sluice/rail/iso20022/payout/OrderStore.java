package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.PayoutRef;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_iso20022_order`.
public final class OrderStore {
    /// Query for [dev.sluice.rail.RailBooks] of all accounts.
    public static final String ORDERS = """
            SELECT 'bank-' || bank AS rail, organization_id, payout_id, asset, units, NULL::text AS payee,
                coalesce(returned_units, 0) AS returned
            FROM rail_iso20022_order
            WHERE (organization_id, payout_id) > (:organization, :id)
            ORDER BY organization_id, payout_id LIMIT :limit
            """;

    private static final String INSERT = """
            INSERT INTO rail_iso20022_order (organization_id, payout_id, bank, end_to_end_id, asset, exponent, units,
                                         transfer, mac, state, accepted_at, due_at, failure_code, message, ended_at)
            SELECT organization_id, payout_id, bank, end_to_end_id, asset, exponent, units, transfer, mac, state, at,
                   at, failure_code, message, CASE WHEN state = 'queued' THEN NULL ELSE at END
            FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::int4[], ?::numeric[], ?::bytea[],
                        ?::bytea[], ?::text[], ?::timestamptz[], ?::text[], ?::text[])
                AS new (organization_id, payout_id, bank, end_to_end_id, asset, exponent, units, transfer, mac, state,
                        at, failure_code, message)
            ON CONFLICT (organization_id, payout_id) DO NOTHING
            """;

    private static final String JOINED = """
            SELECT stored.*, file.msg_id, file.state AS file_state, file.delivered_at, file.taken_at,
                file.acknowledged_at
            FROM rail_iso20022_order stored LEFT JOIN rail_iso20022_file file ON file.id = stored.file_id
            """;

    /// LIMIT keeps the planner to one index look-up per payout, so a plan made while the table was small stays
    /// right.
    private static final String SELECT = """
            SELECT stored.*, file.msg_id, file.state AS file_state, file.delivered_at, file.taken_at,
                file.acknowledged_at
            FROM unnest(?::uuid[], ?::uuid[]) AS asked (organization_id, payout_id)
            CROSS JOIN LATERAL (
                SELECT * FROM rail_iso20022_order
                WHERE organization_id = asked.organization_id AND payout_id = asked.payout_id LIMIT 1) AS stored
            LEFT JOIN rail_iso20022_file file ON file.id = stored.file_id
            """;

    private static final String LOCK_NAMED = JOINED + """
            WHERE stored.end_to_end_id = ANY (?::text[])
            ORDER BY stored.organization_id, stored.payout_id FOR UPDATE OF stored
            """;

    private static final String NAMED = """
            SELECT * FROM rail_iso20022_order WHERE end_to_end_id = :id AND bank = :bank
            """;

    private static final String LOCK_OF_FILE = JOINED + """
            WHERE stored.file_id = ?
            ORDER BY stored.organization_id, stored.payout_id FOR UPDATE OF stored
            """;

    private static final String LOCK_DUE = """
            SELECT * FROM rail_iso20022_order
            WHERE bank = :bank AND state = 'queued' AND doubt IS NULL AND due_at <= :now
                AND organization_id <> ALL (:frozen::uuid[])
            ORDER BY due_at, organization_id, payout_id LIMIT :limit FOR UPDATE SKIP LOCKED
            """;

    private static final String IS_DUE = """
            SELECT EXISTS (
                SELECT 1 FROM rail_iso20022_order
                WHERE bank = :bank AND state = 'queued' AND doubt IS NULL AND due_at <= :now)
            """;

    private static final String OF_FILE = """
            SELECT * FROM rail_iso20022_order WHERE file_id = :file ORDER BY organization_id, payout_id
            """;

    private static final String OF_RECALL = """
            SELECT * FROM rail_iso20022_order WHERE recall_id = :file ORDER BY organization_id, payout_id
            """;

    private static final String SEAL = """
            UPDATE rail_iso20022_order stored SET state = 'sealed', file_id = new.file_id, waits_for = NULL
            FROM unnest(?::uuid[], ?::uuid[], ?::uuid[]) AS new (organization_id, payout_id, file_id)
            WHERE stored.organization_id = new.organization_id AND stored.payout_id = new.payout_id
                AND stored.state = 'queued'
            """;

    private static final String POSTPONE = """
            UPDATE rail_iso20022_order stored SET due_at = new.at, waits_for = new.reason
            FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[], ?::text[])
                AS new (organization_id, payout_id, at, reason)
            WHERE stored.organization_id = new.organization_id AND stored.payout_id = new.payout_id
                AND stored.state = 'queued'
            """;

    private static final String NOTE = """
            UPDATE rail_iso20022_order stored
            SET status = new.status, status_reason = new.reason, status_text = new.text, status_at = new.at,
                doubt = new.doubt
            FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::timestamptz[], ?::text[])
                AS new (organization_id, payout_id, status, reason, text, at, doubt)
            WHERE stored.organization_id = new.organization_id AND stored.payout_id = new.payout_id
            """;

    private static final String END = """
            UPDATE rail_iso20022_order stored
            SET state = new.state, ended_at = new.at, bank_reference = new.bank_reference,
                failure_code = new.failure_code, message = new.message, returned_units = new.returned, doubt = NULL,
                waits_for = NULL
            FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::timestamptz[], ?::text[], ?::text[], ?::text[],
                        ?::numeric[])
                AS new (organization_id, payout_id, state, at, bank_reference, failure_code, message, returned)
            WHERE stored.organization_id = new.organization_id AND stored.payout_id = new.payout_id
            """;

    private OrderStore() {}

    /// An order with its instruction.
    ///
    /// @param transfer the sealed instruction
    record Stored(BankOrder order, byte[] transfer, byte @Nullable [] mac) {}

    static void insert(Tx tx, List<Stored> orders, Instant now) {
        Batch.of(INSERT)
                .uuids(orders, each -> each.order().payout().organizationId())
                .uuids(orders, each -> each.order().payout().payoutId())
                .texts(orders, each -> each.order().bank())
                .texts(orders, each -> each.order().endToEndId())
                .texts(orders, each -> each.order().amount().asset().code())
                .integers(orders, each -> each.order().amount().asset().exponent())
                .units(orders, each -> each.order().amount().units())
                .bytes(orders, Stored::transfer)
                .bytes(orders, Stored::mac)
                .texts(orders, each -> each.order().state().stored())
                .instants(orders, _ -> now)
                .texts(orders, each -> code(each.order().ending()))
                .texts(orders, each -> message(each.order().ending()))
                .update(tx);
    }

    static Map<PayoutRef, BankOrder> read(Tx tx, List<PayoutRef> payouts) {
        return Batch.of(SELECT)
                .uuids(payouts, PayoutRef::organizationId)
                .uuids(payouts, PayoutRef::payoutId)
                .query(tx, OrderStore::joined)
                .stream()
                .collect(Collectors.toMap(BankOrder::payout, Function.identity(), (first, _) -> first));
    }

    /// Locks the orders with these ids, in the order of their payouts.
    static List<BankOrder> lockNamed(Tx tx, Collection<String> endToEndIds) {
        var ids = endToEndIds.stream().distinct().toList();
        return ids.isEmpty()
                ? List.of()
                : Batch.of(LOCK_NAMED).texts(ids, each -> each).query(tx, OrderStore::joined);
    }

    /// Returns the order of an account with an id.
    static Optional<BankOrder> named(Tx tx, String bank, String endToEndId) {
        return tx.handle()
                .createQuery(NAMED)
                .bind("bank", bank)
                .bind("id", endToEndId)
                .map((row, _) -> order(row, null))
                .findOne();
    }

    static List<BankOrder> lockOfFile(Tx tx, UUID file) {
        return tx.handle()
                .createQuery(LOCK_OF_FILE)
                .bind(0, file)
                .map((row, _) -> joined(row))
                .list();
    }

    /// Locks the oldest due orders of an account that no other node has locked.
    static List<Stored> lockDue(Tx tx, String bank, Instant now, Set<UUID> frozen, int limit) {
        return tx.handle()
                .createQuery(LOCK_DUE)
                .bind("bank", bank)
                .bind("now", now)
                .bindArray("frozen", UUID.class, frozen.toArray())
                .bind("limit", limit)
                .map((row, _) -> stored(row))
                .list();
    }

    static boolean isDue(Handle handle, String bank, Instant now) {
        return handle.createQuery(IS_DUE)
                .bind("bank", bank)
                .bind("now", now)
                .mapTo(Boolean.class)
                .one();
    }

    /// Returns the orders that a file pays, or asks to cancel.
    static List<Stored> ofFile(Tx tx, BankFile file) {
        return tx.handle()
                .createQuery(file.kind() == BankFile.Kind.RECALL ? OF_RECALL : OF_FILE)
                .bind("file", file.id())
                .map((row, _) -> stored(row))
                .list();
    }

    static void seal(Tx tx, List<PayoutRef> payouts, UUID file) {
        keys(SEAL, payouts).uuids(payouts, _ -> file).write(tx, payouts.size());
    }

    static void postpone(Tx tx, List<PayoutRef> payouts, Instant at, String reason) {
        if (!payouts.isEmpty()) {
            keys(POSTPONE, payouts)
                    .instants(payouts, _ -> at)
                    .texts(payouts, _ -> reason)
                    .write(tx);
        }
    }

    /// A status of the bank for an order.
    record Noted(
            PayoutRef payout,
            BankOrder.Status status,
            @Nullable String doubt) {}

    static void note(Tx tx, List<Noted> notes) {
        if (!notes.isEmpty()) {
            keys(NOTE, notes.stream().map(Noted::payout).toList())
                    .texts(notes, each -> each.status().code())
                    .texts(notes, each -> each.status().reason())
                    .texts(notes, each -> each.status().text())
                    .instants(notes, each -> each.status().at())
                    .texts(notes, Noted::doubt)
                    .write(tx);
        }
    }

    /// The end of an order.
    record Ended(PayoutRef payout, BankOrder.State state, BankOrder.Ending ending) {}

    static void end(Tx tx, List<Ended> ended) {
        if (!ended.isEmpty()) {
            keys(END, ended.stream().map(Ended::payout).toList())
                    .texts(ended, each -> each.state().stored())
                    .instants(ended, each -> each.ending().at())
                    .texts(ended, each -> each.ending().bankReference())
                    .texts(ended, each -> code(each.ending()))
                    .texts(ended, each -> each.ending().message())
                    .units(ended, each -> returned(each.ending()))
                    .write(tx);
        }
    }

    private static @Nullable String code(BankOrder.@Nullable Ending ending) {
        return ending == null || ending.code() == null ? null : ending.code().name();
    }

    private static @Nullable String message(BankOrder.@Nullable Ending ending) {
        return ending == null ? null : ending.message();
    }

    private static @Nullable BigInteger returned(BankOrder.Ending ending) {
        return ending.returned() == null ? null : ending.returned().units();
    }

    private static Batch keys(String sql, List<PayoutRef> payouts) {
        return Batch.of(sql).uuids(payouts, PayoutRef::organizationId).uuids(payouts, PayoutRef::payoutId);
    }

    private static BankOrder joined(ResultSet row) throws SQLException {
        var file = row.getObject("file_id", UUID.class);
        return order(
                row,
                file == null
                        ? null
                        : new BankOrder.Sent(
                                file,
                                row.getString("msg_id"),
                                BankFile.State.of(row.getString("file_state")),
                                Times.optionalInstant(row, "delivered_at"),
                                Times.optionalInstant(row, "taken_at"),
                                Times.optionalInstant(row, "acknowledged_at")));
    }

    private static Stored stored(ResultSet row) throws SQLException {
        return new Stored(order(row, null), row.getBytes("transfer"), row.getBytes("mac"));
    }

    private static BankOrder order(ResultSet row, BankOrder.@Nullable Sent file) throws SQLException {
        return new BankOrder(
                new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("payout_id", UUID.class)),
                row.getString("bank"),
                row.getString("end_to_end_id"),
                new Money(units(row, "units"), asset(row)),
                BankOrder.State.of(row.getString("state")),
                row.getString("waits_for"),
                file,
                status(row),
                row.getString("doubt"),
                ending(row));
    }

    private static BankOrder.@Nullable Status status(ResultSet row) throws SQLException {
        var code = row.getString("status");
        return code == null
                ? null
                : new BankOrder.Status(
                        code,
                        row.getString("status_reason"),
                        row.getString("status_text"),
                        Times.instant(row, "status_at"));
    }

    private static BankOrder.@Nullable Ending ending(ResultSet row) throws SQLException {
        var at = Times.optionalInstant(row, "ended_at");
        var code = row.getString("failure_code");
        return at == null
                ? null
                : new BankOrder.Ending(
                        at,
                        row.getString("bank_reference"),
                        code == null ? null : FailureCode.valueOf(code),
                        row.getString("message"),
                        row.getObject("returned_units") == null
                                ? null
                                : new Money(units(row, "returned_units"), asset(row)));
    }

    private static Asset asset(ResultSet row) throws SQLException {
        return Asset.fiat(row.getString("asset"), row.getInt("exponent"));
    }

    static BigInteger units(ResultSet row, String column) throws SQLException {
        return row.getBigDecimal(column).toBigIntegerExact();
    }
}
