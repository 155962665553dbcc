package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Times;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.iso20022.payout.BookedPayouts.Changed;
import dev.sluice.rail.iso20022.payout.BookedPayouts.Debit;
import dev.sluice.rail.iso20022.payout.BookedPayouts.Payout;
import dev.sluice.rail.iso20022.payout.BookedPayouts.Search;
import dev.sluice.rail.iso20022.payout.BookedPayouts.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of [BookedPayouts].
final class BookedPayoutStore {
    private static final String FIND = """
            WITH named AS (
                SELECT transfer.end_to_end_id, transfer.entry_id
                FROM rail_iso20022_transfer transfer JOIN rail_iso20022_file file ON file.id = transfer.file_id
                WHERE transfer.entry_id IS NULL AND file.bank = :account
                UNION
                SELECT transfer.end_to_end_id, transfer.entry_id
                FROM rail_iso20022_entry entry JOIN rail_iso20022_transfer transfer ON transfer.entry_id = entry.id
                WHERE entry.account = :account AND (entry.stated_on IS NULL OR entry.stated_on > :from)
                      AND entry.match_kind = 'payout'
                UNION
                SELECT transfer.end_to_end_id, transfer.entry_id
                FROM rail_iso20022_entry entry
                JOIN rail_iso20022_transfer transfer ON transfer.end_to_end_id = entry.end_to_end_id
                WHERE entry.account = :account AND (entry.stated_on IS NULL OR entry.stated_on > :from)
                      AND entry.match_kind = 'return'
                UNION
                SELECT end_to_end_id, entry_id FROM rail_iso20022_transfer WHERE end_to_end_id = ANY (:others::text[]))
            SELECT stored.organization_id, stored.payout_id, stored.end_to_end_id, stored.asset, stored.exponent,
                   stored.units, stored.state, stored.status, stored.ended_at, file.delivered_at, debit.booked_on,
                   debit.stated_on, coalesce(debit.day <= :day, false) AS debited, back.units AS returned,
                   coalesce(stored.returned_units, 0) AS came_back,
                   greatest(debit.seen_at, back.seen_at) AS seen_at
            FROM named
            JOIN rail_iso20022_order stored ON stored.end_to_end_id = named.end_to_end_id AND stored.bank = :account
            LEFT JOIN rail_iso20022_file file ON file.id = stored.file_id
            LEFT JOIN LATERAL (
                SELECT booked_on, seen_at, stated_on,
                       CASE WHEN stated_on IS NOT NULL THEN stated_on WHEN booked_on < :first THEN booked_on
                           END AS day
                FROM rail_iso20022_entry WHERE id = named.entry_id OFFSET 0) AS debit ON true
            CROSS JOIN LATERAL (
                SELECT coalesce(sum(units) FILTER (
                           WHERE CASE WHEN stated_on IS NOT NULL THEN stated_on WHEN booked_on < :first THEN booked_on
                                     END <= :day), 0) AS units,
                       max(seen_at) AS seen_at
                FROM rail_iso20022_entry
                WHERE account = :account AND end_to_end_id = stored.end_to_end_id AND match_kind = 'return'
                      AND status = 'booked' OFFSET 0) AS back
            ORDER BY stored.organization_id, stored.payout_id
            """;

    private static final String CHANGED = """
            SELECT organization_id, payout_id, end_to_end_id, asset, exponent, units, status_at
            FROM rail_iso20022_order
            WHERE bank = :account AND status = 'ACWC' AND state = 'sealed'
            ORDER BY organization_id, payout_id
            """;

    private BookedPayoutStore() {}

    static List<Changed> changed(Handle handle, String account) {
        return handle.createQuery(CHANGED)
                .bind("account", account)
                .map((row, _) -> new Changed(
                        ref(row), row.getString("end_to_end_id"), amount(row), Times.instant(row, "status_at")))
                .list();
    }

    private static PayoutRef ref(ResultSet row) throws SQLException {
        return new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("payout_id", UUID.class));
    }

    private static Money amount(ResultSet row) throws SQLException {
        return new Money(OrderStore.units(row, "units"), Asset.fiat(row.getString("asset"), row.getInt("exponent")));
    }

    static List<Payout> find(Handle handle, Search search) {
        return handle.createQuery(FIND)
                .bind("account", search.account())
                .bind("first", search.first())
                .bind("from", search.from())
                .bind("day", search.day())
                .bindArray("others", String.class, search.others())
                .map((row, _) -> payout(row))
                .list();
    }

    private static Payout payout(ResultSet row) throws SQLException {
        var bookedOn = row.getObject("booked_on", LocalDate.class);
        return new Payout(
                ref(row),
                row.getString("end_to_end_id"),
                amount(row),
                state(BankOrder.State.of(row.getString("state"))),
                row.getString("status"),
                Times.optionalInstant(row, "delivered_at"),
                Times.optionalInstant(row, "ended_at"),
                bookedOn == null
                        ? null
                        : new Debit(bookedOn, row.getObject("stated_on", LocalDate.class)),
                row.getBoolean("debited"),
                OrderStore.units(row, "returned"),
                OrderStore.units(row, "came_back"),
                Times.optionalInstant(row, "seen_at"));
    }

    private static State state(BankOrder.State stored) {
        return switch (stored) {
            case QUEUED, SEALED -> State.OPEN;
            case SETTLED -> State.SETTLED;
            case REJECTED, CANCELLED -> State.ENDED;
            case RETURNED -> State.RETURNED;
        };
    }
}
