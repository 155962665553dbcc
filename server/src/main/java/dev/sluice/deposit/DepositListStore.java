package dev.sluice.deposit;

import dev.sluice.clock.Clocks;
import dev.sluice.db.OptionalArray;
import dev.sluice.db.SpanTotal;
import dev.sluice.http.Page;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// SQL of the lists. Ids carry the time of creation, so their order is the order of creation, and a span of time is a
/// span of ids, of both tables, whichever is read first.
final class DepositListStore {
    /// More than anybody lets wait for a decision.
    private static final int UNDER_REVIEW_MAX = 10_000;

    private static final String FILTER = """
            FROM deposit d JOIN deposit_progress p USING (organization_id, id)
            WHERE d.organization_id = :organization AND p.organization_id = :organization
                  AND (:type::text IS NULL OR p.type = :type)
                  AND (:status::text IS NULL OR p.status = :status)
                  AND (:bulk::uuid IS NULL OR d.bulk_id = :bulk::uuid)
                  AND (:reference::text IS NULL OR d.reference = :reference)
                  AND (:currency::text IS NULL OR d.input_asset = :currency)
                  AND (:paid::uuid[] IS NULL OR d.id = ANY (:paid::uuid[]))
                  AND (:from::uuid IS NULL OR (d.id >= :from::uuid AND p.id >= :from::uuid))
                  AND (:until::uuid IS NULL OR (d.id < :until::uuid AND p.id < :until::uuid))
            """;

    private static final String COUNT = "SELECT count(*) " + FILTER;

    /// An index has all that this needs, unless it asks for a type and a status both, and so has the next.
    private static final String COUNT_CREATED = """
            SELECT count(*) FROM deposit_progress
            WHERE organization_id = :organization
                  AND (:type::text IS NULL OR type = :type) AND (:status::text IS NULL OR status = :status)
                  AND id >= :from::uuid AND id < :until::uuid
            """;

    /// A token's identifier has a hyphen, a currency's code has none.
    private static final String COUNT_CREATED_IN_CURRENCY = """
            SELECT count(*) FROM deposit
            WHERE organization_id = :organization AND input_asset = :currency
                  AND (:type::text IS NULL OR (position('-' IN input_asset) > 0) = (:type::text = 'crypto'))
                  AND id >= :from::uuid AND id < :until::uuid
            """;

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
        var search = new Search(organizationId, filter, paid(handle, organizationId, filter));
        return Page.of(
                total(handle, search),
                page,
                () -> bind(handle.createQuery(sql(page.sort())), search)
                        .bind("limit", page.limit())
                        .bind("offset", page.offset())
                        .map((row, _) -> rows.read(row))
                        .list());
    }

    /// The deposits of the payments that a filter asks for; null where it asks for none.
    private static @Nullable List<UUID> paid(Handle handle, UUID organizationId, DepositFilter filter) {
        var hash = filter.transactionHash();
        if (hash != null) {
            return PaymentStore.paidBy(handle, organizationId, hash);
        }
        return filter.underReview() ? PaymentStore.underReview(handle, organizationId, UNDER_REVIEW_MAX) : null;
    }

    /// What a list is narrowed to, as it stands in the rows.
    ///
    /// @param paid the deposits of the payments that the filter asks for
    private record Search(
            UUID organizationId,
            DepositFilter filter,
            @Nullable List<UUID> paid) {
        Search within(Instant from, Instant until) {
            return new Search(organizationId, filter.within(from, until), paid);
        }
    }

    private static long total(Handle handle, Search search) {
        var filter = search.filter();
        var paid = search.paid();
        if (paid != null && filter.isOfReviewAlone()) {
            return paid.size();
        }
        if (!filter.isTallied()) {
            return count(handle, COUNT, search);
        }
        var created = filter.created();
        if (created != null) {
            return SpanTotal.of(
                    created.start(),
                    created.endExclusive(),
                    (from, until) -> TallyStore.totalOfDays(handle, search.organizationId(), filter, from, until),
                    (from, until) -> countBetween(handle, search.within(from, until)));
        }
        return filter.currency() == null
                ? TallyStore.total(handle, search.organizationId(), filter.type(), filter.status())
                : TallyStore.totalOfDays(handle, search.organizationId(), filter, null, null);
    }

    private static long countBetween(Handle handle, Search search) {
        if (search.filter().currency() == null) {
            return count(handle, COUNT_CREATED, search);
        }
        return count(handle, search.filter().status() == null ? COUNT_CREATED_IN_CURRENCY : COUNT, search);
    }

    private static long count(Handle handle, String sql, Search search) {
        return bind(handle.createQuery(sql), search).mapTo(Long.class).one();
    }

    private static String sql(Page.Sort sort) {
        return switch (sort) {
            case CREATED_ASCENDING -> CREATED_ASCENDING;
            case CREATED_DESCENDING -> CREATED_DESCENDING;
            case UPDATED_ASCENDING -> UPDATED_ASCENDING;
            case UPDATED_DESCENDING -> UPDATED_DESCENDING;
        };
    }

    private static <S extends SqlStatement<S>> S bind(S statement, Search search) {
        var filter = search.filter();
        var created = filter.created();
        return OptionalArray.bind(statement, "paid", UUID.class, search.paid())
                .bind("organization", search.organizationId())
                .bind("type", filter.type())
                .bind("status", filter.status())
                .bind("bulk", filter.bulkId())
                .bind("reference", filter.reference())
                .bind("currency", filter.currency())
                .bind("from", created == null ? null : Clocks.firstIdOf(created.start()))
                .bind("until", created == null ? null : Clocks.firstIdOf(created.endExclusive()));
    }
}
