package dev.sluice.rail.sandbox;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// SQL of `rail_sandbox_payin`.
final class PayinStore {
    private static final Duration BETWEEN_NOTICES = Duration.ofSeconds(1);

    private static final String INSERT = """
            INSERT INTO rail_sandbox_payin (organization_id, id, destination, asset, exponent, units, paid_at,
                                            notices_left, notice_at)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::int4[], ?::numeric[], ?::timestamptz[],
                                 ?::int4[], ?::timestamptz[])
            ON CONFLICT (organization_id, id) DO NOTHING
            """;

    private static final String LOCK_DUE = """
            SELECT organization_id, id, destination, asset, exponent, units, paid_at, notices_left, notice_at
            FROM rail_sandbox_payin
            WHERE notices_left > 0 AND notice_at <= :now ORDER BY notice_at LIMIT :limit FOR UPDATE SKIP LOCKED
            """;

    private static final String MARK_SENT = """
            UPDATE rail_sandbox_payin p SET notices_left = notices_left - 1, notice_at = sent.next_at
            FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[]) AS sent (organization_id, id, next_at)
            WHERE p.organization_id = sent.organization_id AND p.id = sent.id
            """;

    private PayinStore() {}

    /// A payment made by a payer.
    record Payin(
            UUID organizationId,
            UUID id,
            Destination destination,
            Money amount,
            Instant paidAt,
            int noticesLeft,
            Instant noticeAt) {
        /// Returns the receipt that the bank reports.
        IncomingPayment payment(Instant now) {
            return new IncomingPayment(
                    SandboxRail.NAME,
                    id.toString(),
                    destination,
                    amount,
                    TestPayer.of(amount.asset().code()).payer(id),
                    "Payment " + destination.number(),
                    paidAt,
                    now);
        }
    }

    /// Stores a payment; returns false if it is stored already.
    static boolean insert(Tx tx, Payin payin) {
        var payins = List.of(payin);
        return Batch.of(INSERT)
                        .uuids(payins, Payin::organizationId)
                        .uuids(payins, Payin::id)
                        .texts(payins, each -> each.destination().text())
                        .texts(payins, each -> each.amount().asset().code())
                        .integers(payins, each -> each.amount().asset().exponent())
                        .units(payins, each -> each.amount().units())
                        .instants(payins, Payin::paidAt)
                        .integers(payins, Payin::noticesLeft)
                        .instants(payins, Payin::noticeAt)
                        .update(tx)
                == 1;
    }

    /// Locks the oldest payments with due notices, except those that another node is sending.
    static List<Payin> lockDue(Tx tx, Instant now, int limit) {
        return tx.handle()
                .createQuery(LOCK_DUE)
                .bind("now", now)
                .bind("limit", limit)
                .map((row, _) -> payin(row))
                .list();
    }

    static void markSent(Tx tx, List<Payin> sent, Instant now) {
        Batch.of(MARK_SENT)
                .uuids(sent, Payin::organizationId)
                .uuids(sent, Payin::id)
                .instants(sent, _ -> now.plus(BETWEEN_NOTICES))
                .write(tx);
    }

    private static Payin payin(ResultSet row) throws SQLException {
        return new Payin(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                Destination.of(row.getString("destination")),
                new Money(
                        row.getBigDecimal("units").toBigIntegerExact(),
                        Asset.fiat(row.getString("asset"), row.getInt("exponent"))),
                Times.instant(row, "paid_at"),
                row.getInt("notices_left"),
                Times.instant(row, "notice_at"));
    }
}
