package dev.sluice.deposit.review;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.deposit.DepositPaymentStore;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.review.PaymentReviews.Case;
import dev.sluice.deposit.review.PaymentReviews.Closing;
import dev.sluice.deposit.review.PaymentReviews.Search;
import dev.sluice.disbursement.create.WalletFields;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/// SQL of payments under review and the decisions about them.
public final class ResolutionStore {
    /// Filters of a search, planned for those that are set.
    private static final String NARROWED = """
                  AND (:organization::uuid IS NULL OR organization_id = :organization::uuid)
                  AND (:asset::text IS NULL OR asset = :asset::text)
                  AND (:reason::text IS NULL OR reason = :reason::text)
                  AND (:from::timestamptz IS NULL OR seen_at >= :from::timestamptz)
                  AND (:until::timestamptz IS NULL OR seen_at < :until::timestamptz)
            """;

    private static final String NEWEST = """
            ORDER BY seen_at DESC, organization_id, id DESC LIMIT :limit OFFSET :offset
            """;

    private static final String OPEN_ONES = """
            FROM deposit_payment WHERE reason IS NOT NULL AND resolution IS NULL AND reversed_at IS NULL
            """ + NARROWED;

    private static final String DONE_ONES = """
            FROM deposit_payment WHERE reason IS NOT NULL AND (resolution IS NOT NULL OR reversed_at IS NOT NULL)
            """ + NARROWED;

    private static final String MISSING_ONES = """
            FROM deposit_payment
            WHERE resolution = 'REFUNDED' AND reversed_at IS NOT NULL AND closed_at IS NULL
            """ + NARROWED;

    private static final String COUNT_OPEN = "SELECT count(*) " + OPEN_ONES;

    private static final String LIST_OPEN = "SELECT * " + OPEN_ONES + NEWEST;

    private static final String COUNT_DONE = "SELECT count(*) " + DONE_ONES;

    private static final String LIST_DONE = "SELECT * " + DONE_ONES + NEWEST;

    private static final String COUNT_MISSING_ONES = "SELECT count(*) " + MISSING_ONES;

    private static final String LIST_MISSING = "SELECT * " + MISSING_ONES + NEWEST;

    /// Counts the undecided payments of all organizations. The condition is that of the partial index: a cached
    /// plan for any `:open` cannot use the index.
    private static final String OPEN = """
            SELECT count(*) FROM deposit_payment
            WHERE reason IS NOT NULL AND resolution IS NULL AND reversed_at IS NULL
            """;

    /// Counts the payments of all organizations that were refunded, reversed after that, and not closed.
    private static final String COUNT_MISSING = """
            SELECT count(*) FROM deposit_payment
            WHERE resolution = 'REFUNDED' AND reversed_at IS NOT NULL AND closed_at IS NULL
            """;

    private static final String ONE = """
            SELECT * FROM deposit_payment WHERE organization_id = :organization AND id = :id AND reason IS NOT NULL
            """;

    private static final String SOME = """
            SELECT * FROM deposit_payment
            WHERE organization_id = :organization AND id = ANY (:ids::uuid[]) AND reason IS NOT NULL
            ORDER BY id DESC LIMIT :limit
            """;

    private static final String NAMED = """
            SELECT hit.* FROM unnest(:organizations::uuid[]) AS o (organization_id)
            CROSS JOIN LATERAL (
                SELECT one.* FROM deposit_payment one
                WHERE one.organization_id = o.organization_id AND one.id = :id::uuid AND one.reason IS NOT NULL
                UNION
                SELECT told.* FROM deposit_payment told
                WHERE told.organization_id = o.organization_id AND told.rail = ANY (:rails::text[])
                      AND told.key = :text AND told.reason IS NOT NULL
                UNION
                (SELECT sent.* FROM deposit_payment sent
                 WHERE sent.organization_id = o.organization_id AND sent.reason IS NOT NULL
                       AND coalesce(nullif(split_part(sent.destination, ':', 4), ''),
                                    split_part(sent.destination, ':', 3)) = ANY (:numbers::text[])
                 ORDER BY coalesce(nullif(split_part(sent.destination, ':', 4), ''),
                                   split_part(sent.destination, ':', 3)) DESC, sent.id DESC LIMIT :limit)
            ) AS hit
            ORDER BY hit.id DESC LIMIT :limit
            """;

    private static final String RESOLVE = """
            UPDATE deposit_payment
            SET resolution = :kind, resolved_at = :at, resolved_by = :actor, resolved_reason = :reason,
                earlier_refund_ids = CASE WHEN refund_id IS NULL THEN earlier_refund_ids
                                          ELSE array_append(earlier_refund_ids, refund_id) END,
                refund_id = :refund::uuid, moved_organization_id = :movedOrganization::uuid,
                moved_deposit_id = :movedDeposit::uuid, transfers = :transfers, mac = :mac
            WHERE organization_id = :organization AND rail = :rail AND key = :key
            """;

    private static final String EARLIER_REFUNDS = """
            SELECT unnest(earlier_refund_ids) FROM deposit_payment WHERE organization_id = :organization AND id = :id
            """;

    private static final String CLOSE = """
            UPDATE deposit_payment SET closed_at = :at, closed_by = :actor, closed_reason = :reason
            WHERE organization_id = :organization AND id = :id
                  AND resolution = 'REFUNDED' AND reversed_at IS NOT NULL AND closed_at IS NULL
            """;

    private ResolutionStore() {}

    /// Decision about a payment, and the number of its own transfers by now.
    public record Resolved(DepositPaymentStore.Key key, Resolution resolution, int transfers) {}

    static long count(Handle handle, Search search) {
        var count = switch (search.show()) {
            case OPEN -> COUNT_OPEN;
            case DONE -> COUNT_DONE;
            case MISSING -> COUNT_MISSING_ONES;
        };
        return filtered(handle.createQuery(count), search).mapTo(Long.class).one();
    }

    private static Query filtered(Query query, Search search) {
        return query.bind("organization", search.organizationId())
                .bind("asset", search.asset())
                .bind("reason", search.reason())
                .bind("from", search.from())
                .bind("until", search.until());
    }

    static long open(Handle handle) {
        return handle.createQuery(OPEN).mapTo(Long.class).one();
    }

    static List<Case> list(Handle handle, Search search, int limit, long offset) {
        var list = switch (search.show()) {
            case OPEN -> LIST_OPEN;
            case DONE -> LIST_DONE;
            case MISSING -> LIST_MISSING;
        };
        return filtered(handle.createQuery(list), search)
                .bind("limit", limit)
                .bind("offset", offset)
                .map((row, _) -> read(row))
                .list();
    }

    static long countMissing(Handle handle) {
        return handle.createQuery(COUNT_MISSING).mapTo(Long.class).one();
    }

    public static Optional<Case> find(Handle handle, UUID organizationId, UUID paymentId) {
        return handle.createQuery(ONE)
                .bind("organization", organizationId)
                .bind("id", paymentId)
                .map((row, _) -> read(row))
                .findOne();
    }

    /// The newest of some payments.
    public static List<Case> some(Handle handle, UUID organizationId, List<UUID> paymentIds, int limit) {
        return handle.createQuery(SOME)
                .bind("organization", organizationId)
                .bindArray("ids", UUID.class, paymentIds)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    /// Returns the payments of some organizations that a text matches: by their id, or by their number at one of
    /// some rails.
    static List<Case> named(
            Handle handle, List<UUID> organizations, List<String> rails, @Nullable UUID id, String text, int limit) {
        return handle.createQuery(NAMED)
                .bindArray("organizations", UUID.class, organizations)
                .bindArray("rails", String.class, rails)
                .bind("id", id)
                .bind("text", text)
                .bindArray("numbers", String.class, WalletFields.spellings(text))
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    /// @param mac MAC of the final state of a payment
    public static void put(Tx tx, List<Resolved> resolved, Function<DepositPaymentStore.Key, byte[]> mac) {
        for (var each : resolved) {
            var movedTo = each.resolution().movedTo();
            tx.handle()
                    .createUpdate(RESOLVE)
                    .bind("kind", each.resolution().kind().name())
                    .bind("at", each.resolution().at())
                    .bind("actor", each.resolution().actor())
                    .bind("reason", each.resolution().reason())
                    .bind("refund", each.resolution().refundId())
                    .bind("movedOrganization", movedTo == null ? null : movedTo.organizationId())
                    .bind("movedDeposit", movedTo == null ? null : movedTo.depositId())
                    .bind("transfers", each.transfers())
                    .bind("mac", mac.apply(each.key()))
                    .bind("organization", each.key().organizationId())
                    .bind("rail", each.key().rail())
                    .bind("key", each.key().key())
                    .execute();
        }
    }

    /// Returns the payouts that sent a payment back before its recorded refund.
    public static List<UUID> earlierRefunds(Tx tx, UUID organizationId, UUID paymentId) {
        return tx.handle()
                .createQuery(EARLIER_REFUNDS)
                .bind("organization", organizationId)
                .bind("id", paymentId)
                .mapTo(UUID.class)
                .list();
    }

    /// Closes a case of missing money.
    ///
    /// @return true if it was missing and open
    static boolean close(Tx tx, UUID organizationId, UUID paymentId, Closing closing) {
        int closed = tx.handle()
                .createUpdate(CLOSE)
                .bind("at", closing.at())
                .bind("actor", closing.actor())
                .bind("reason", closing.reason())
                .bind("organization", organizationId)
                .bind("id", paymentId)
                .execute();
        return closed == 1;
    }

    private static Case read(ResultSet row) throws SQLException {
        return new Case(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                row.getObject("deposit_id", UUID.class),
                row.getString("rail"),
                row.getString("key"),
                row.getString("destination"),
                new BigDecimal(row.getBigDecimal("units").toBigIntegerExact(), row.getInt("exponent")),
                row.getString("asset"),
                row.getString("reason"),
                Times.instant(row, "paid_at"),
                Times.instant(row, "seen_at"),
                Times.optionalInstant(row, "reversed_at"),
                resolution(row),
                closing(row));
    }

    private static @Nullable Closing closing(ResultSet row) throws SQLException {
        var at = Times.optionalInstant(row, "closed_at");
        return at == null ? null : new Closing(at, row.getString("closed_by"), row.getString("closed_reason"));
    }

    private static @Nullable Resolution resolution(ResultSet row) throws SQLException {
        var kind = row.getString("resolution");
        return kind == null
                ? null
                : new Resolution(
                        Resolution.Kind.valueOf(kind),
                        Times.instant(row, "resolved_at"),
                        row.getString("resolved_by"),
                        row.getString("resolved_reason"),
                        row.getObject("refund_id", UUID.class),
                        movedTo(row));
    }

    private static @Nullable DepositRef movedTo(ResultSet row) throws SQLException {
        var deposit = row.getObject("moved_deposit_id", UUID.class);
        return deposit == null ? null : new DepositRef(row.getObject("moved_organization_id", UUID.class), deposit);
    }
}
