package dev.sluice.rail.sandbox.chain;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// SQL of `rail_sandbox_chain_payment`.
final class ChainPaymentStore {
    private static final String INSERT = """
            INSERT INTO rail_sandbox_chain_payment (organization_id, id, destination, asset, exponent, units, sender,
                                                    hash, mined_at, arrives_at, notices_left, notice_at, vanishes,
                                                    reported)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::int4[], ?::numeric[], ?::text[],
                                 ?::text[], ?::timestamptz[], ?::timestamptz[], ?::int4[], ?::timestamptz[],
                                 ?::boolean[], ?::boolean[])
            ON CONFLICT (organization_id, id) DO NOTHING
            """;

    private static final String SELECT = """
            SELECT organization_id, id, destination, asset, exponent, units, sender, hash, mined_at, arrives_at,
                   notices_left, notice_at, vanishes, reported
            FROM rail_sandbox_chain_payment WHERE organization_id = :organizationId AND id = :id
            """;

    private static final String LOCK_DUE = """
            SELECT organization_id, id, destination, asset, exponent, units, sender, hash, mined_at, arrives_at,
                   notices_left, notice_at, vanishes, reported
            FROM rail_sandbox_chain_payment
            WHERE notices_left > 0 AND notice_at <= :now ORDER BY notice_at LIMIT :limit FOR UPDATE SKIP LOCKED
            """;

    private static final String MARK_TOLD = """
            UPDATE rail_sandbox_chain_payment payment
            SET notices_left = notices_left - 1, notice_at = given.next_at, reported = given.reported
            FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[], ?::boolean[])
                 AS given (organization_id, id, next_at, reported)
            WHERE payment.organization_id = given.organization_id AND payment.id = given.id
            """;

    private ChainPaymentStore() {}

    /// Stores a payment; returns false if it is stored already.
    static boolean insert(Tx tx, Payment payment) {
        var payments = List.of(payment);
        return Batch.of(INSERT)
                        .uuids(payments, Payment::organizationId)
                        .uuids(payments, Payment::id)
                        .texts(payments, each -> each.destination().text())
                        .texts(payments, each -> each.amount().asset().code())
                        .integers(payments, each -> each.amount().asset().exponent())
                        .units(payments, each -> each.amount().units())
                        .texts(payments, Payment::sender)
                        .texts(payments, Payment::hash)
                        .instants(payments, Payment::minedAt)
                        .instants(payments, Payment::arrivesAt)
                        .integers(payments, Payment::noticesLeft)
                        .instants(payments, Payment::noticeAt)
                        .booleans(payments, Payment::vanishes)
                        .booleans(payments, Payment::reported)
                        .update(tx)
                == 1;
    }

    static Payment read(Tx tx, UUID organizationId, UUID id) {
        return tx.handle()
                .createQuery(SELECT)
                .bind("organizationId", organizationId)
                .bind("id", id)
                .map((row, _) -> payment(row))
                .one();
    }

    /// Locks the oldest payments with due notices, except those that another node is sending.
    static List<Payment> lockDue(Tx tx, Instant now, int limit) {
        return tx.handle()
                .createQuery(LOCK_DUE)
                .bind("now", now)
                .bind("limit", limit)
                .map((row, _) -> payment(row))
                .list();
    }

    static void markReported(Tx tx, List<Payment> reported, Instant now) {
        Batch.of(MARK_TOLD)
                .uuids(reported, Payment::organizationId)
                .uuids(reported, Payment::id)
                .instants(reported, each -> now.plus(each.untilNextNotice()))
                .booleans(reported, each -> !each.isGoing())
                .write(tx);
    }

    private static Payment payment(ResultSet row) throws SQLException {
        return new Payment(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                Destination.of(row.getString("destination")),
                new Money(
                        row.getBigDecimal("units").toBigIntegerExact(),
                        Asset.crypto(row.getString("asset"), row.getInt("exponent"))),
                row.getString("sender"),
                row.getString("hash"),
                Times.instant(row, "mined_at"),
                Times.instant(row, "arrives_at"),
                row.getInt("notices_left"),
                Times.instant(row, "notice_at"),
                row.getBoolean("vanishes"),
                row.getBoolean("reported"));
    }
}
