package dev.sluice.deposit.query;

import dev.sluice.clock.Clocks;
import dev.sluice.db.OptionalArray;
import dev.sluice.db.SpanTotal;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositPaymentStore;
import dev.sluice.deposit.DepositStore;
import dev.sluice.deposit.Status;
import dev.sluice.http.Page;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// SQL of the lists. Ids carry the time of creation, so their order is the order of creation, and a span of time is a
/// span of ids, of both tables, whichever is read first.
public final class DepositListStore {
    private static final String ALL = """
            FROM deposit d JOIN deposit_progress p USING (organization_id, id)
            """;

    /// Ids of deposits with a payment under review, read in order from an index.
    private static final String REVIEWED_IDS = """
            FROM (SELECT DISTINCT deposit_id AS id FROM deposit_payment
                  WHERE organization_id = :organization AND reason IS NOT NULL AND reversed_at IS NULL
                        AND resolution IS NULL AND deposit_id IS NOT NULL
            """;

    /// Looks up each deposit by its own id: no wrong estimate of their number makes another plan look shorter.
    private static final String EACH_OF_THEM = """
            ) r
            CROSS JOIN LATERAL (SELECT * FROM deposit WHERE organization_id = :organization AND id = r.id OFFSET 0) d
            CROSS JOIN LATERAL (SELECT * FROM deposit_progress
                                WHERE organization_id = :organization AND id = r.id OFFSET 0) p
            """;

    private static final String REVIEWED = REVIEWED_IDS + EACH_OF_THEM;
    private static final String REVIEWED_LATEST_FIRST = REVIEWED_IDS + "ORDER BY deposit_id DESC\n" + EACH_OF_THEM;

    private static final String FILTER = """
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

    private static final String COUNT = "SELECT count(*) " + ALL + FILTER;

    private static final String COUNT_REVIEWED = "SELECT count(*) " + REVIEWED + FILTER;

    /// Number of all deposits with a payment under review.
    private static final String COUNT_EVERY_REVIEWED = """
            SELECT count(DISTINCT deposit_id) FROM deposit_payment
            WHERE organization_id = :organization AND reason IS NOT NULL AND reversed_at IS NULL
                  AND resolution IS NULL AND deposit_id IS NOT NULL
            """;

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

    /// An index has them in this order.
    private static final String IDS = """
            SELECT id FROM deposit_progress
            WHERE organization_id = :organization AND status = :status AND id < :before
            ORDER BY organization_id DESC, status DESC, id DESC LIMIT :limit
            """;

    private static final String BY_UPDATED = """
            ORDER BY p.updated_at, p.id LIMIT :limit OFFSET :offset
            """;

    private static final String BY_UPDATED_DESCENDING = """
            ORDER BY p.updated_at DESC, p.id DESC LIMIT :limit OFFSET :offset
            """;

    private static final String SOME = "SELECT " + DepositStore.WHOLE + ALL + FILTER;

    private static final String CREATED_ASCENDING = SOME + """
            ORDER BY d.id LIMIT :limit OFFSET :offset
            """;

    private static final String CREATED_DESCENDING = SOME + """
            ORDER BY d.id DESC LIMIT :limit OFFSET :offset
            """;

    private static final String UPDATED_ASCENDING = SOME + BY_UPDATED;
    private static final String UPDATED_DESCENDING = SOME + BY_UPDATED_DESCENDING;

    private static final String SOME_REVIEWED = "SELECT " + DepositStore.WHOLE + REVIEWED + FILTER;
    private static final String REVIEWED_CREATED_ASCENDING = SOME_REVIEWED + """
            ORDER BY r.id LIMIT :limit OFFSET :offset
            """;

    private static final String REVIEWED_CREATED_DESCENDING =
            "SELECT " + DepositStore.WHOLE + REVIEWED_LATEST_FIRST + FILTER + """
            ORDER BY r.id DESC LIMIT :limit OFFSET :offset
            """;

    private static final String REVIEWED_UPDATED_ASCENDING = SOME_REVIEWED + BY_UPDATED;
    private static final String REVIEWED_UPDATED_DESCENDING = SOME_REVIEWED + BY_UPDATED_DESCENDING;

    private final DepositStore rows;

    public DepositListStore(DepositStore rows) {
        this.rows = rows;
    }

    public Page<Deposit> page(Handle handle, UUID organizationId, DepositFilter filter, Page.Request page) {
        if (filter.matchesNothing()) {
            return new Page<>(List.of(), 0, page);
        }
        var search = new Search(organizationId, filter, paid(handle, organizationId, filter));
        return Page.of(
                total(handle, search),
                page,
                () -> bind(handle.createQuery(sql(page.sort(), filter.underReview())), search)
                        .bind("limit", page.limit())
                        .bind("offset", page.offset())
                        .map((row, _) -> rows.listed(row))
                        .list());
    }

    /// Returns the ids of deposits of a status before an id, the newest first.
    public static List<UUID> ids(Handle handle, UUID organizationId, Status status, UUID before, int limit) {
        return handle.createQuery(IDS)
                .bind("organization", organizationId)
                .bind("status", status.wire())
                .bind("before", before)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    /// Returns the deposits of the transaction in a filter; null if the filter has none.
    private static @Nullable List<UUID> paid(Handle handle, UUID organizationId, DepositFilter filter) {
        var hash = filter.transactionHash();
        return hash == null ? null : DepositPaymentStore.paidBy(handle, organizationId, hash);
    }

    /// Conditions of a list, in the form of the rows.
    ///
    /// @param paid deposits of the transaction in the filter
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
        if (filter.underReview()) {
            return count(handle, filter.isOfReviewAlone() ? COUNT_EVERY_REVIEWED : COUNT_REVIEWED, search);
        }
        if (!filter.isTallied()) {
            return count(handle, COUNT, search);
        }
        var created = filter.created();
        if (created != null) {
            return SpanTotal.of(
                    created.start(),
                    created.endExclusive(),
                    (from, until) ->
                            DepositTallyStore.totalOfDays(handle, search.organizationId(), filter, from, until),
                    (from, until) -> countBetween(handle, search.within(from, until)));
        }
        return filter.currency() == null
                ? DepositTallyStore.total(handle, search.organizationId(), filter.type(), filter.status())
                : DepositTallyStore.totalOfDays(handle, search.organizationId(), filter, null, null);
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

    private static String sql(Page.Sort sort, boolean reviewed) {
        return switch (sort) {
            case CREATED_ASCENDING -> reviewed ? REVIEWED_CREATED_ASCENDING : CREATED_ASCENDING;
            case CREATED_DESCENDING -> reviewed ? REVIEWED_CREATED_DESCENDING : CREATED_DESCENDING;
            case UPDATED_ASCENDING -> reviewed ? REVIEWED_UPDATED_ASCENDING : UPDATED_ASCENDING;
            case UPDATED_DESCENDING -> reviewed ? REVIEWED_UPDATED_DESCENDING : UPDATED_DESCENDING;
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
