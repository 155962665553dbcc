package dev.sluice.disbursement.reconciliation;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.reconciliation.Discrepancies.Closing;
import dev.sluice.disbursement.reconciliation.Discrepancies.Discrepancy;
import dev.sluice.disbursement.reconciliation.Discrepancies.RailReport;
import dev.sluice.disbursement.reconciliation.Discrepancies.Search;
import dev.sluice.rail.PayoutRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/// SQL of `disbursement_discrepancy`.
public final class DiscrepancyStore {
    /// A rail may say it again and again.
    private static final String INSERT = """
            INSERT INTO disbursement_discrepancy
                (organization_id, disbursement_id, reported, rail_reference, message, found_at)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::timestamptz[])
            ON CONFLICT (organization_id, disbursement_id) DO NOTHING
            RETURNING organization_id, disbursement_id
            """;

    private static final String SELECT = """
            SELECT organization_id, disbursement_id, reported, rail_reference, message, found_at,
                   closed_at, closed_by, closed_by_name, reason
            FROM disbursement_discrepancy
            """;

    private static final String NARROWED = """
                  AND (:organization::uuid IS NULL OR organization_id = :organization::uuid)
                  AND (:reported::text IS NULL OR reported = :reported::text)
            """;

    private static final String OPEN_ONES = "WHERE closed_at IS NULL " + NARROWED;

    private static final String CLOSED_ONES = "WHERE closed_at IS NOT NULL " + NARROWED;

    private static final String COUNT_OPEN = "SELECT count(*) FROM disbursement_discrepancy " + OPEN_ONES;

    private static final String COUNT_CLOSED = "SELECT count(*) FROM disbursement_discrepancy " + CLOSED_ONES;

    private static final String LIST_OPEN = SELECT + OPEN_ONES + "ORDER BY disbursement_id LIMIT :limit OFFSET :offset";

    private static final String LIST_CLOSED = SELECT + CLOSED_ONES + """
            ORDER BY closed_at DESC, organization_id DESC, disbursement_id DESC LIMIT :limit OFFSET :offset
            """;

    private static final String SELECT_ONE = SELECT + "WHERE organization_id = :organization AND disbursement_id = :id";

    private static final String CLOSE = """
            UPDATE disbursement_discrepancy
            SET closed_at = :at, closed_by = :by, closed_by_name = :byName, reason = :reason
            WHERE organization_id = :organization AND disbursement_id = :id AND closed_at IS NULL
            """;

    private DiscrepancyStore() {}

    /// Stored discrepancy, without its payout.
    public record StoredDiscrepancy(
            PayoutRef ref,
            RailReport report,
            @Nullable String railReference,
            @Nullable String message,
            Instant at,
            @Nullable Closing closing) {
        Discrepancy of(Disbursement payout) {
            return new Discrepancy(payout, report, railReference, message, at, closing);
        }
    }

    /// Inserts the new discrepancies, and returns their payouts.
    public static Set<PayoutRef> insert(Tx tx, List<Discrepancy> found) {
        if (found.isEmpty()) {
            return Set.of();
        }
        return Set.copyOf(Batch.of(INSERT)
                .uuids(found, each -> each.payout().organizationId())
                .uuids(found, each -> each.payout().id())
                .texts(found, each -> each.report().name())
                .texts(found, Discrepancy::railReference)
                .texts(found, Discrepancy::message)
                .instants(found, Discrepancy::foundAt)
                .query(tx, row -> new PayoutRef(row.getObject(1, UUID.class), row.getObject(2, UUID.class))));
    }

    static long count(Handle handle, Search search) {
        var count = switch (search.show()) {
            case OPEN -> COUNT_OPEN;
            case CLOSED -> COUNT_CLOSED;
        };
        return filtered(handle.createQuery(count), search).mapTo(Long.class).one();
    }

    static List<StoredDiscrepancy> list(Handle handle, Search search, int limit, long offset) {
        var list = switch (search.show()) {
            case OPEN -> LIST_OPEN;
            case CLOSED -> LIST_CLOSED;
        };
        return filtered(handle.createQuery(list), search)
                .bind("limit", limit)
                .bind("offset", offset)
                .map((row, _) -> read(row))
                .list();
    }

    private static Query filtered(Query query, Search search) {
        var report = search.report();
        return query.bind("organization", search.organizationId())
                .bind("reported", report == null ? null : report.name());
    }

    public static Optional<StoredDiscrepancy> find(Handle handle, PayoutRef ref) {
        return handle.createQuery(SELECT_ONE)
                .bind("organization", ref.organizationId())
                .bind("id", ref.payoutId())
                .map((row, _) -> read(row))
                .findOne();
    }

    static int close(Tx tx, PayoutRef ref, Closing closing) {
        return tx.handle()
                .createUpdate(CLOSE)
                .bind("at", closing.at())
                .bind("by", closing.by().id())
                .bind("byName", closing.by().name())
                .bind("reason", closing.reason())
                .bind("organization", ref.organizationId())
                .bind("id", ref.payoutId())
                .execute();
    }

    private static StoredDiscrepancy read(ResultSet row) throws SQLException {
        var closedAt = Times.optionalInstant(row, "closed_at");
        return new StoredDiscrepancy(
                new PayoutRef(
                        row.getObject("organization_id", UUID.class), row.getObject("disbursement_id", UUID.class)),
                RailReport.valueOf(row.getString("reported")),
                row.getString("rail_reference"),
                row.getString("message"),
                Times.instant(row, "found_at"),
                closedAt == null
                        ? null
                        : new Closing(
                                closedAt,
                                new Actor(row.getObject("closed_by", UUID.class), row.getString("closed_by_name")),
                                row.getString("reason")));
    }
}
