package dev.sluice.disbursement.query;

import dev.sluice.clock.Clocks;
import dev.sluice.db.SpanTotal;
import dev.sluice.db.Times;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.disbursement.DisbursementStore;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.disbursement.Status;
import dev.sluice.disbursement.create.PayoutPreparation;
import dev.sluice.http.Page;
import dev.sluice.money.Asset;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/// SQL of the lists. Ids carry the time of creation, so their order is the order of creation, and a span of time is a
/// span of ids: the primary key serves both.
public final class DisbursementListStore {
    private static final String FILTER = """
            FROM disbursement d JOIN disbursement_progress p USING (organization_id, id)
            WHERE d.organization_id = :organization AND d.receiver IS NULL
                  AND (:id::uuid IS NULL OR d.id = :id::uuid)
                  AND (:group::uuid IS NULL OR d.group_id = :group::uuid)
                  AND (:status::text IS NULL OR p.status = :status)
                  AND (:stage::text IS NULL OR (p.status = 'pending' AND p.stage = :stage))
                  AND (:currency::text IS NULL OR d.asset = :currency)
                  AND (:reference::text IS NULL OR d.reference = :reference)
                  AND (:recipient::uuid IS NULL OR d.recipient_id = :recipient::uuid)
                  AND (:bankReference::text IS NULL OR p.rail_reference = :bankReference)
                  AND (:from::uuid IS NULL OR d.id >= :from::uuid)
                  AND (:until::uuid IS NULL OR d.id < :until::uuid)
            """;

    private static final String COUNT = "SELECT count(*) " + FILTER;

    /// An index has all that this needs, and so has the next.
    private static final String COUNT_CREATED = """
            SELECT count(*) FROM disbursement
            WHERE organization_id = :organization AND (:currency::text IS NULL OR asset = :currency)
                  AND position('-' IN asset) = 0 AND id >= :from::uuid AND id < :until::uuid
            """;

    private static final String COUNT_CREATED_WITH_STATUS = """
            SELECT count(*) FROM disbursement_progress
            WHERE organization_id = :organization AND status = :status AND id >= :from::uuid AND id < :until::uuid
            """;

    /// This count has an index too; only payouts to bank accounts have a payee.
    private static final String COUNT_OF_PAYEE = """
            SELECT count(*) FROM disbursement
            WHERE organization_id = :organization AND recipient_id = :recipient
                  AND (:from::uuid IS NULL OR id >= :from::uuid) AND (:until::uuid IS NULL OR id < :until::uuid)
            """;

    private static final String CREATED_ASCENDING = "SELECT " + DisbursementStore.WHOLE + FILTER + """
            ORDER BY d.id LIMIT :limit OFFSET :offset
            """;

    private static final String CREATED_DESCENDING = "SELECT " + DisbursementStore.WHOLE + FILTER + """
            ORDER BY d.id DESC LIMIT :limit OFFSET :offset
            """;

    private static final String UPDATED_ASCENDING = "SELECT " + DisbursementStore.WHOLE + FILTER + """
            ORDER BY p.updated_at, p.id LIMIT :limit OFFSET :offset
            """;

    private static final String UPDATED_DESCENDING = "SELECT " + DisbursementStore.WHOLE + FILTER + """
            ORDER BY p.updated_at DESC, p.id DESC LIMIT :limit OFFSET :offset
            """;

    private static final String STATUSES = """
            SELECT p.status, count(*) AS payouts
            FROM disbursement d JOIN disbursement_progress p USING (organization_id, id)
            WHERE d.organization_id = :organization AND d.group_id = ANY (:groups)
            GROUP BY p.status
            """;

    private static final String STANDINGS = """
            SELECT p.id, p.status, p.stage, p.failure_code,
                   p.status IN ('failed', 'cancelled') AND x.reported IS NOT DISTINCT FROM 'SETTLED' AS may_be_paid
            FROM disbursement_progress p
            LEFT JOIN disbursement_discrepancy x ON x.organization_id = p.organization_id AND x.disbursement_id = p.id
            WHERE p.organization_id = :organization AND p.id = ANY (:ids)
            """;

    private static final String BANK_REFERENCES = """
            SELECT p.id, p.rail_reference FROM disbursement_progress p
            WHERE p.organization_id = :organization AND p.id = ANY (:ids) AND p.rail_reference IS NOT NULL
            """;

    private static final String PRESENT = """
            SELECT p.id, p.status, p.updated_at FROM disbursement_progress p
            WHERE p.organization_id = :organization AND p.id = ANY (:ids)
            """;

    private final DisbursementStore rows;

    public DisbursementListStore(DisbursementStore rows) {
        this.rows = rows;
    }

    public static Map<String, Long> statuses(Handle handle, UUID organizationId, List<UUID> groups) {
        return handle.createQuery(STATUSES)
                .bind("organization", organizationId)
                .bindArray("groups", UUID.class, groups)
                .reduceRows(new HashMap<>(), (counts, row) -> {
                    counts.put(row.getColumn("status", String.class), row.getColumn("payouts", Long.class));
                    return counts;
                });
    }

    public static Map<UUID, PayoutPreparation.CurrentState> states(
            Handle handle, UUID organizationId, List<UUID> payouts) {
        return handle.createQuery(STANDINGS)
                .bind("organization", organizationId)
                .bindArray("ids", UUID.class, payouts)
                .map((row, _) -> Map.entry(
                        row.getObject("id", UUID.class),
                        new PayoutPreparation.CurrentState(
                                row.getString("status"),
                                Stage.NEEDS_APPROVAL.name().equals(row.getString("stage")),
                                row.getBoolean("may_be_paid"),
                                row.getString("failure_code"))))
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue);
    }

    public static Map<UUID, String> bankReferences(Handle handle, UUID organizationId, Collection<UUID> payouts) {
        return handle.createQuery(BANK_REFERENCES)
                .bind("organization", organizationId)
                .bindArray("ids", UUID.class, payouts)
                .map((row, _) -> Map.entry(row.getObject("id", UUID.class), row.getString("rail_reference")))
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue);
    }

    public static Map<UUID, Disbursements.PayoutStatus> present(
            Handle handle, UUID organizationId, Collection<UUID> payouts) {
        return handle.createQuery(PRESENT)
                .bind("organization", organizationId)
                .bindArray("ids", UUID.class, payouts)
                .map((row, _) -> Map.entry(
                        row.getObject("id", UUID.class),
                        new Disbursements.PayoutStatus(
                                Status.stored(row.getString("status")), Times.instant(row, "updated_at"))))
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue);
    }

    public Page<Disbursement> page(Handle handle, UUID organizationId, DisbursementFilter filter, Page.Request page) {
        if (filter.matchesNothing()) {
            return new Page<>(List.of(), 0, page);
        }
        long total = total(handle, organizationId, filter);
        return Page.of(
                total,
                page,
                () -> rows.toShow(
                        handle,
                        bind(handle.createQuery(sql(page.sort())), organizationId, filter)
                                .bind("limit", page.limit())
                                .bind("offset", page.offset())
                                .map((row, _) -> rows.read(row))
                                .list()));
    }

    private static long total(Handle handle, UUID organizationId, DisbursementFilter filter) {
        if (!filter.isTallied()) {
            return count(handle, organizationId, filter);
        }
        var created = filter.created();
        return created == null
                ? DisbursementTallyStore.total(
                        handle, organizationId, Asset.Kind.FIAT, filter.currency(), filter.status())
                : SpanTotal.of(
                        created.start(),
                        created.endExclusive(),
                        (from, until) -> DisbursementTallyStore.total(
                                handle,
                                organizationId,
                                Asset.Kind.FIAT,
                                filter.currency(),
                                filter.status(),
                                from,
                                until),
                        (from, until) -> countBetween(handle, organizationId, filter, from, until));
    }

    private static long countBetween(
            Handle handle, UUID organizationId, DisbursementFilter filter, Instant from, Instant until) {
        var sql = filter.status() == null
                ? COUNT_CREATED
                : filter.currency() == null && isWithoutCrypto(handle, organizationId)
                        ? COUNT_CREATED_WITH_STATUS
                        : COUNT;
        return bind(handle.createQuery(sql), organizationId, filter.within(from, until))
                .mapTo(Long.class)
                .one();
    }

    /// Reports whether there are no payouts of tokens: the index that counts by status does not have the asset.
    private static boolean isWithoutCrypto(Handle handle, UUID organizationId) {
        return DisbursementTallyStore.total(handle, organizationId, Asset.Kind.CRYPTO, null, null) == 0;
    }

    private static long count(Handle handle, UUID organizationId, DisbursementFilter filter) {
        var sql = filter.isOfPayeeAlone() ? COUNT_OF_PAYEE : COUNT;
        return bind(handle.createQuery(sql), organizationId, filter)
                .mapTo(Long.class)
                .one();
    }

    private static String sql(Page.Sort sort) {
        return switch (sort) {
            case CREATED_ASCENDING -> CREATED_ASCENDING;
            case CREATED_DESCENDING -> CREATED_DESCENDING;
            case UPDATED_ASCENDING -> UPDATED_ASCENDING;
            case UPDATED_DESCENDING -> UPDATED_DESCENDING;
        };
    }

    private static <S extends SqlStatement<S>> S bind(S statement, UUID organizationId, DisbursementFilter filter) {
        var created = filter.created();
        return statement
                .bind("organization", organizationId)
                .bind("id", filter.id())
                .bind("group", filter.groupId())
                .bind("status", filter.status())
                .bind("stage", filter.stage() == null ? null : filter.stage().name())
                .bind("currency", filter.currency())
                .bind("reference", filter.reference())
                .bind("recipient", filter.recipientId())
                .bind("bankReference", filter.bankReference())
                .bind("from", created == null ? null : Clocks.firstIdOf(created.start()))
                .bind("until", created == null ? null : Clocks.firstIdOf(created.endExclusive()));
    }
}
