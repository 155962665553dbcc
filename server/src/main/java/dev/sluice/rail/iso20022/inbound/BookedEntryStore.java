package dev.sluice.rail.iso20022.inbound;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.iso20022.inbound.BookedEntries.Incoming;
import dev.sluice.rail.iso20022.inbound.BookedEntries.Span;
import dev.sluice.rail.iso20022.inbound.BookedEntries.Unposted;
import dev.sluice.rail.iso20022.inbound.BookedEntries.Waiting;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/// SQL of [BookedEntries].
final class BookedEntryStore {
    private static final String BEFORE_FIRST = """
            SELECT coalesce(sum(CASE WHEN credit THEN units ELSE -units END), 0) AS units
            FROM rail_iso20022_entry
            WHERE account = :account AND status = 'booked' AND booked_on < :first
                  AND (stated_on IS NULL OR stated_on < :first)
                  AND ((match_kind = 'payout' AND fault IS NULL)
                       OR match_kind IN ('return', 'deposit', 'reversal', 'charge', 'interest'))
            """;

    private static final String UNEXPLAINED = """
            SELECT coalesce(sum(CASE WHEN credit THEN units ELSE -units END), 0) AS units
            FROM rail_iso20022_entry
            WHERE account = :account AND status = 'booked' AND stated_on >= :first AND stated_on <= :day
                  AND (match_kind IS NULL OR match_kind IN ('ambiguous', 'transfer')
                       OR (match_kind = 'payout' AND fault IS NOT NULL))
            """;

    private static final String INCOMING = """
            WITH unposted AS MATERIALIZED (
                SELECT id FROM rail_iso20022_entry
                WHERE account = :account AND key = ANY (:received::text[])
                UNION
                SELECT reversed_by FROM rail_iso20022_entry
                WHERE account = :account AND key = ANY (:reversed::text[]) AND reversed_by IS NOT NULL
                UNION
                SELECT charge FROM unnest(:charges::uuid[]) AS charge),
            moved AS (
                SELECT CASE WHEN credit THEN units ELSE -units END AS units,
                       coalesce(credited_at, seen_at) AS posted_at,
                       CASE WHEN stated_on IS NOT NULL THEN stated_on WHEN booked_on < :first THEN booked_on
                           END AS day,
                       id IN (SELECT id FROM unposted) AS waits
                FROM rail_iso20022_entry
                WHERE account = :account AND status = 'booked'
                      AND match_kind IN ('deposit', 'reversal', 'charge', 'interest')
                      AND (stated_on IS NULL OR stated_on > :day OR id = ANY (ARRAY(SELECT id FROM unposted)))
                UNION ALL
                -- Charges within the debit of a payout. A transfer has a row for each file, void ones too.
                SELECT paid.units - entry.units, entry.seen_at,
                       CASE WHEN entry.stated_on IS NOT NULL THEN entry.stated_on
                            WHEN entry.booked_on < :first THEN entry.booked_on END,
                       entry.id IN (SELECT id FROM unposted)
                FROM rail_iso20022_entry entry
                CROSS JOIN LATERAL (
                    SELECT sum(units) AS units
                    FROM (SELECT DISTINCT end_to_end_id, units FROM rail_iso20022_transfer
                          WHERE entry_id = entry.id)) AS paid
                WHERE entry.account = :account AND entry.status = 'booked' AND entry.match_kind = 'payout'
                      AND entry.fault IS NULL AND paid.units <> entry.units
                      AND (entry.stated_on IS NULL OR entry.stated_on > :day
                           OR entry.id = ANY (ARRAY(SELECT id FROM unposted))))
            SELECT coalesce(sum(units) FILTER (
                       WHERE NOT waits AND (day IS NULL OR day > :day) AND posted_at < :until), 0) AS in_transit,
                   coalesce(sum(units) FILTER (
                       WHERE NOT waits AND (day IS NULL OR day > :day) AND posted_at >= :until), 0) AS later,
                   coalesce(sum(units) FILTER (WHERE waits AND day >= :first AND day <= :day), 0) AS unposted
            FROM moved
            """;

    private static final String WAITING = """
            SELECT id, key, asset, exponent, CASE WHEN credit THEN units ELSE -units END AS units, booked_on
            FROM rail_iso20022_entry
            WHERE id = ANY (ARRAY(
                      SELECT id FROM rail_iso20022_entry
                      WHERE account = :account AND key = ANY (:received::text[])
                      UNION
                      SELECT reversed_by FROM rail_iso20022_entry
                      WHERE account = :account AND key = ANY (:reversed::text[]) AND reversed_by IS NOT NULL
                      UNION
                      SELECT charge FROM unnest(:charges::uuid[]) AS charge))
                  AND account = :account AND status = 'booked' AND seen_at < :before
            ORDER BY booked_on, id
            """;

    private BookedEntryStore() {}

    static BigInteger beforeFirst(Handle handle, Span span) {
        return handle.createQuery(BEFORE_FIRST)
                .bind("account", span.account())
                .bind("first", span.first())
                .map((row, _) -> units(row, "units"))
                .one();
    }

    static BigInteger unexplained(Handle handle, Span span) {
        return handle.createQuery(UNEXPLAINED)
                .bind("account", span.account())
                .bind("first", span.first())
                .bind("day", span.day())
                .map((row, _) -> units(row, "units"))
                .one();
    }

    static Incoming incoming(Handle handle, Span span, Unposted unposted) {
        return bind(handle.createQuery(INCOMING), span.account(), unposted)
                .bind("first", span.first())
                .bind("day", span.day())
                .bind("until", span.until())
                .map((row, _) -> new Incoming(units(row, "in_transit"), units(row, "later"), units(row, "unposted")))
                .one();
    }

    static List<Waiting> waiting(Handle handle, String account, Unposted unposted, Instant knownBefore) {
        return bind(handle.createQuery(WAITING), account, unposted)
                .bind("before", knownBefore)
                .map((row, _) -> new Waiting(
                        row.getObject("id", UUID.class),
                        row.getString("key"),
                        new Money(units(row, "units"), Asset.fiat(row.getString("asset"), row.getInt("exponent"))),
                        row.getObject("booked_on", LocalDate.class)))
                .list();
    }

    private static Query bind(Query query, String account, Unposted unposted) {
        return query.bind("account", account)
                .bindArray("received", String.class, unposted.received())
                .bindArray("reversed", String.class, unposted.reversed())
                .bindArray("charges", UUID.class, unposted.charges());
    }

    private static BigInteger units(ResultSet row, String column) throws SQLException {
        return row.getBigDecimal(column).toBigIntegerExact();
    }
}
