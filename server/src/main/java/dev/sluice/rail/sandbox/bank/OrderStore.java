package dev.sluice.rail.sandbox.bank;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.rail.sandbox.bank.Order.EntryForm;
import dev.sluice.rail.sandbox.bank.Order.Ids;
import dev.sluice.rail.sandbox.bank.Order.Return;
import dev.sluice.rail.sandbox.bank.Order.State;
import dev.sluice.rail.sandbox.bank.TransferBehaviour.Answers;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/// SQL of `rail_sandbox_bank_order`.
final class OrderStore {
    private static final String COLUMNS = """
            id, received_id, msg_id, block, instruction_id, end_to_end_id, uetr, units, payee_name, payee_account,
            payee_bank, remittance, reference, accepted_at, state, due_at, reject_code, return_code, return_at,
            entry_form, answers
            """;

    private static final String INSERT = "INSERT INTO rail_sandbox_bank_order (bank, " + COLUMNS + ")" + """
            SELECT * FROM unnest(?::text[], ?::int8[], ?::int8[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
                                 ?::int8[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::timestamptz[],
                                 ?::text[], ?::timestamptz[], ?::text[], ?::text[], ?::timestamptz[], ?::text[],
                                 ?::text[])
            """;

    private static final String KNOWN = """
            SELECT DISTINCT o.end_to_end_id FROM rail_sandbox_bank_order o
            JOIN unnest(?::text[], ?::text[], ?::timestamptz[]) AS asked (bank, id, since)
              ON o.bank = asked.bank AND o.end_to_end_id = asked.id AND o.accepted_at > asked.since
            """;

    private static final String PENDING = """
            SELECT coalesce(sum(units), 0)::int8 FROM rail_sandbox_bank_order
            WHERE bank = :bank AND state IN ('accepted', 'held')
            """;

    private static final String DUE = "SELECT " + COLUMNS + """
            FROM rail_sandbox_bank_order WHERE bank = :bank AND state = 'accepted' AND due_at <= :until
            ORDER BY due_at, id LIMIT :limit
            """;

    private static final String RETURNING = "SELECT " + COLUMNS + """
            FROM rail_sandbox_bank_order WHERE bank = :bank AND state = 'booked' AND return_at <= :until
            ORDER BY return_at, id LIMIT :limit
            """;

    private static final String HELD = "SELECT " + COLUMNS + """
            FROM rail_sandbox_bank_order WHERE bank = :bank AND state = 'held' AND msg_id = :text ORDER BY id
            """;

    private static final String OF_FILE = "SELECT " + COLUMNS + """
            FROM rail_sandbox_bank_order WHERE bank = :bank AND msg_id = :text ORDER BY id
            """;

    private static final String OF_ID = "SELECT " + COLUMNS + """
            FROM rail_sandbox_bank_order WHERE bank = :bank AND end_to_end_id = :text ORDER BY id
            """;

    private static final String BY_NUMBER = "SELECT " + COLUMNS + """
            FROM rail_sandbox_bank_order
            WHERE bank = ? AND id IN (SELECT unnest(?::int8[])) ORDER BY id
            """;

    private static final String MOVE = """
            UPDATE rail_sandbox_bank_order o SET state = moved.state, due_at = moved.due_at, return_at = moved.return_at
            FROM unnest(?::text[], ?::int8[], ?::text[], ?::timestamptz[], ?::timestamptz[])
                AS moved (bank, id, state, due_at, return_at)
            WHERE o.bank = moved.bank AND o.id = moved.id
            """;

    private OrderStore() {}

    static void insert(Tx tx, String bank, List<Order> orders) {
        if (orders.isEmpty()) {
            return;
        }
        Batch.of(INSERT)
                .texts(orders, _ -> bank)
                .longs(orders, Order::id)
                .longs(orders, Order::receivedId)
                .texts(orders, each -> each.ids().msgId())
                .texts(orders, each -> each.ids().block())
                .texts(orders, each -> each.ids().instruction())
                .texts(orders, each -> each.ids().endToEnd())
                .texts(orders, each -> each.ids().uetr())
                .longs(orders, Order::units)
                .texts(orders, each -> each.payee().name())
                .texts(orders, each -> each.payee().account())
                .texts(orders, each -> each.payee().bank())
                .texts(orders, Order::remittance)
                .texts(orders, Order::reference)
                .instants(orders, Order::acceptedAt)
                .texts(orders, each -> lower(each.state()))
                .instants(orders, Order::dueAt)
                .texts(orders, Order::rejectCode)
                .texts(
                        orders,
                        each -> each.returned() == null ? null : each.returned().code())
                .instants(
                        orders,
                        each -> each.returned() == null ? null : each.returned().at())
                .texts(orders, each -> lower(each.form()))
                .texts(orders, each -> lower(each.answers()))
                .update(tx);
    }

    /// Returns those of the identifiers that the bank remembers.
    static Set<String> known(Tx tx, String bank, Collection<String> ids, Instant since) {
        var asked = List.copyOf(ids);
        return new HashSet<>(Batch.of(KNOWN)
                .texts(asked, _ -> bank)
                .texts(asked, each -> each)
                .instants(asked, _ -> since)
                .query(tx, row -> row.getString("end_to_end_id")));
    }

    /// Returns the sum of the payments that wait for their booking.
    static long pending(Tx tx, String bank) {
        return tx.handle()
                .createQuery(PENDING)
                .bind("bank", bank)
                .mapTo(Long.class)
                .one();
    }

    static List<Order> due(Tx tx, String bank, Instant until, int limit) {
        return page(tx, DUE, bank, until, limit);
    }

    static List<Order> returning(Tx tx, String bank, Instant until, int limit) {
        return page(tx, RETURNING, bank, until, limit);
    }

    private static List<Order> page(Tx tx, String sql, String bank, Instant until, int limit) {
        return tx.handle()
                .createQuery(sql)
                .bind("bank", bank)
                .bind("until", until)
                .bind("limit", limit)
                .map((row, _) -> order(row))
                .list();
    }

    static List<Order> held(Tx tx, String bank, String msgId) {
        return list(tx.handle(), HELD, bank, msgId);
    }

    static List<Order> ofFile(Tx tx, String bank, String msgId) {
        return list(tx.handle(), OF_FILE, bank, msgId);
    }

    static List<Order> ofId(Handle handle, String bank, String endToEndId) {
        return list(handle, OF_ID, bank, endToEndId);
    }

    private static List<Order> list(Handle handle, String sql, String bank, String text) {
        return handle.createQuery(sql)
                .bind("bank", bank)
                .bind("text", text)
                .map((row, _) -> order(row))
                .list();
    }

    static List<Order> byNumber(Handle handle, String bank, List<Long> ids) {
        return handle.createQuery(BY_NUMBER)
                .bind(0, bank)
                .bind(1, ids.toArray(Long[]::new))
                .map((row, _) -> order(row))
                .list();
    }

    /// Stores the state, the due time and the time of return.
    static void move(Tx tx, String bank, List<Order> orders) {
        if (orders.isEmpty()) {
            return;
        }
        Batch.of(MOVE)
                .texts(orders, _ -> bank)
                .longs(orders, Order::id)
                .texts(orders, each -> lower(each.state()))
                .instants(orders, Order::dueAt)
                .instants(
                        orders,
                        each -> each.returned() == null ? null : each.returned().at())
                .update(tx);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String upper(ResultSet row, String column) throws SQLException {
        return row.getString(column).toUpperCase(Locale.ROOT);
    }

    private static Order order(ResultSet row) throws SQLException {
        var returnCode = row.getString("return_code");
        return new Order(
                row.getLong("id"),
                row.getLong("received_id"),
                new Ids(
                        row.getString("msg_id"),
                        row.getString("block"),
                        row.getString("instruction_id"),
                        row.getString("end_to_end_id"),
                        row.getString("uetr")),
                row.getLong("units"),
                new Party(row.getString("payee_name"), row.getString("payee_account"), row.getString("payee_bank")),
                row.getString("remittance"),
                row.getString("reference"),
                Times.instant(row, "accepted_at"),
                State.valueOf(upper(row, "state")),
                Times.instant(row, "due_at"),
                row.getString("reject_code"),
                returnCode == null ? null : new Return(returnCode, Times.optionalInstant(row, "return_at")),
                EntryForm.valueOf(upper(row, "entry_form")),
                Answers.valueOf(upper(row, "answers")));
    }
}
