package dev.sluice.rail.sandbox.bank;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.rail.sandbox.bank.Booking.Content;
import dev.sluice.rail.sandbox.bank.Booking.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// SQL of `rail_sandbox_bank_booking`.
final class BookingStore {
    private static final String COLUMNS = """
            id, day, booked_at, kind, units, balance, reference, order_ids, has_details, end_to_end_id, party_name,
            party_account, party_bank, own_account, remittance, payer_reference, return_code, charges
            """;

    private static final String INSERT = "INSERT INTO rail_sandbox_bank_booking (bank, " + COLUMNS + ")" + """
            VALUES (:bank, :id, :day, :bookedAt, :kind, :units, :balance, :reference, :orderIds, :hasDetails,
                    :endToEndId, :partyName, :partyAccount, :partyBank, :ownAccount, :remittance, :payerReference,
                    :returnCode, :charges)
            """;

    private static final String UNNOTICED = "SELECT " + COLUMNS + """
            FROM rail_sandbox_bank_booking WHERE bank = :bank AND NOT noticed ORDER BY id
            """;

    private static final String UNREPORTED = "SELECT " + COLUMNS + """
            FROM rail_sandbox_bank_booking WHERE bank = :bank AND NOT reported ORDER BY id
            """;

    private static final String OF_DAY = "SELECT " + COLUMNS + """
            FROM rail_sandbox_bank_booking WHERE bank = :bank AND day = :day ORDER BY id
            """;

    private static final String ALL = "SELECT " + COLUMNS + """
            FROM rail_sandbox_bank_booking WHERE bank = :bank ORDER BY id
            """;

    private static final String MARK_NOTICED = """
            UPDATE rail_sandbox_bank_booking b SET noticed = true
            FROM unnest(?::text[], ?::int8[]) AS told (bank, id) WHERE b.bank = told.bank AND b.id = told.id
            """;

    private static final String MARK_REPORTED = """
            UPDATE rail_sandbox_bank_booking b SET reported = true
            FROM unnest(?::text[], ?::int8[]) AS told (bank, id) WHERE b.bank = told.bank AND b.id = told.id
            """;

    private static final String TIMES_BOOKED = """
            SELECT o.end_to_end_id, count(*) AS times
            FROM rail_sandbox_bank_booking b
            JOIN rail_sandbox_bank_order o ON o.bank = b.bank AND o.id = ANY (b.order_ids)
            WHERE b.bank = :bank AND b.kind IN ('payment', 'lump')
            GROUP BY o.end_to_end_id
            """;

    private BookingStore() {}

    static void insert(Tx tx, String bank, Booking booking) {
        var content = booking.content();
        tx.handle()
                .createUpdate(INSERT)
                .bind("bank", bank)
                .bind("id", booking.id())
                .bind("day", booking.day())
                .bind("bookedAt", booking.bookedAt())
                .bind("kind", booking.kind().name().toLowerCase(Locale.ROOT))
                .bind("units", booking.units())
                .bind("balance", booking.balance())
                .bind("reference", booking.reference())
                .bind("orderIds", content.orderIds().toArray(Long[]::new))
                .bind("hasDetails", content.hasDetails())
                .bind("endToEndId", content.endToEndId())
                .bind("partyName", content.party().name())
                .bind("partyAccount", content.party().account())
                .bind("partyBank", content.party().bank())
                .bind("ownAccount", content.ownAccount())
                .bind("remittance", content.remittance())
                .bind("payerReference", content.payerReference())
                .bind("returnCode", content.returnCode())
                .bind("charges", content.charges())
                .execute();
    }

    static List<Booking> unnoticed(Tx tx, String bank) {
        return list(tx.handle(), UNNOTICED, bank);
    }

    static List<Booking> unreported(Tx tx, String bank) {
        return list(tx.handle(), UNREPORTED, bank);
    }

    static List<Booking> all(Handle handle, String bank) {
        return list(handle, ALL, bank);
    }

    private static List<Booking> list(Handle handle, String sql, String bank) {
        return handle.createQuery(sql)
                .bind("bank", bank)
                .map((row, _) -> booking(row))
                .list();
    }

    static List<Booking> ofDay(Handle handle, String bank, LocalDate day) {
        return handle.createQuery(OF_DAY)
                .bind("bank", bank)
                .bind("day", day)
                .map((row, _) -> booking(row))
                .list();
    }

    static void markNoticed(Tx tx, String bank, List<Booking> bookings) {
        mark(tx, MARK_NOTICED, bank, bookings);
    }

    static void markReported(Tx tx, String bank, List<Booking> bookings) {
        mark(tx, MARK_REPORTED, bank, bookings);
    }

    private static void mark(Tx tx, String sql, String bank, List<Booking> bookings) {
        if (!bookings.isEmpty()) {
            Batch.of(sql)
                    .texts(bookings, _ -> bank)
                    .longs(bookings, Booking::id)
                    .update(tx);
        }
    }

    /// Returns how often each EndToEndId was debited, alone or as part of a sum.
    static Map<String, Integer> timesBooked(Handle handle, String bank) {
        return handle
                .createQuery(TIMES_BOOKED)
                .bind("bank", bank)
                .map((row, _) -> Map.entry(row.getString("end_to_end_id"), row.getInt("times")))
                .list()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static Booking booking(ResultSet row) throws SQLException {
        var orderIds = (Long[]) row.getArray("order_ids").getArray();
        return new Booking(
                row.getLong("id"),
                row.getObject("day", LocalDate.class),
                Times.instant(row, "booked_at"),
                Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
                row.getLong("units"),
                row.getLong("balance"),
                row.getString("reference"),
                new Content(
                        Arrays.asList(orderIds),
                        row.getBoolean("has_details"),
                        new Party(
                                row.getString("party_name"),
                                row.getString("party_account"),
                                row.getString("party_bank")),
                        row.getString("end_to_end_id"),
                        row.getString("own_account"),
                        row.getString("remittance"),
                        row.getString("payer_reference"),
                        row.getString("return_code"),
                        row.getLong("charges")));
    }
}
