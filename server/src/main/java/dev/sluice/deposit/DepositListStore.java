package dev.sluice.deposit;

import dev.sluice.http.Page;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/// SQL of the lists. Ids carry the time of creation, so their order is the order of creation.
final class DepositListStore {
    private static final String FILTER = """
            FROM deposit d JOIN deposit_progress p USING (organization_id, id)
            WHERE d.organization_id = :organization AND p.organization_id = :organization
                  AND (:type::text IS NULL OR p.type = :type)
                  AND (:status::text IS NULL OR p.status = :status)
                  AND (:bulk::uuid IS NULL OR d.bulk_id = :bulk::uuid)
                  AND (:reference::text IS NULL OR d.reference = :reference)
            """;

    private static final String COUNT = "SELECT count(*) " + FILTER;

    private static final String CREATED_ASCENDING = "SELECT " + DepositStore.WHOLE + FILTER + """
            ORDER BY d.id LIMIT :limit OFFSET :offset
            """;

    private static final String CREATED_DESCENDING = "SELECT " + DepositStore.WHOLE + FILTER + """
            ORDER BY d.id DESC LIMIT :limit OFFSET :offset
            """;

    private static final String UPDATED_ASCENDING = "SELECT " + DepositStore.WHOLE + FILTER + """
            ORDER BY p.updated_at, p.id LIMIT :limit OFFSET :offset
            """;

    private static final String UPDATED_DESCENDING = "SELECT " + DepositStore.WHOLE + FILTER + """
            ORDER BY p.updated_at DESC, p.id DESC LIMIT :limit OFFSET :offset
            """;

    private final DepositStore rows;

    DepositListStore(DepositStore rows) {
        this.rows = rows;
    }

    Page<Deposit> page(Handle handle, UUID organizationId, DepositFilter filter, Page.Request page) {
        if (filter.matchesNothing()) {
            return new Page<>(List.of(), 0, page);
        }
        long total = filter.isTallied()
                ? TallyStore.total(handle, organizationId, filter.type(), filter.status())
                : bind(handle.createQuery(COUNT), organizationId, filter)
                        .mapTo(Long.class)
                        .one();
        return Page.of(
                total,
                page,
                () -> bind(handle.createQuery(sql(page.sort())), organizationId, filter)
                        .bind("limit", page.limit())
                        .bind("offset", page.offset())
                        .map((row, _) -> rows.read(row))
                        .list());
    }

    private static String sql(Page.Sort sort) {
        return switch (sort) {
            case CREATED_ASCENDING -> CREATED_ASCENDING;
            case CREATED_DESCENDING -> CREATED_DESCENDING;
            case UPDATED_ASCENDING -> UPDATED_ASCENDING;
            case UPDATED_DESCENDING -> UPDATED_DESCENDING;
        };
    }

    private static <S extends SqlStatement<S>> S bind(S statement, UUID organizationId, DepositFilter filter) {
        return statement
                .bind("organization", organizationId)
                .bind("type", filter.type())
                .bind("status", filter.status())
                .bind("bulk", filter.bulkId())
                .bind("reference", filter.reference());
    }
}
