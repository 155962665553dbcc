package dev.sluice.disbursement;

import dev.sluice.clock.Clocks;
import dev.sluice.db.OptionalArray;
import dev.sluice.http.Page;
import dev.sluice.money.Asset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// SQL of the lists of payouts to wallets. Only these have a receiver, and their own indexes. Addresses and hashes
/// in hex are found in any case, those of other networks as they are written.
final class CryptoListStore {
    private static final String FILTER = """
            FROM disbursement d JOIN disbursement_progress p USING (organization_id, id)
            WHERE d.organization_id = :organization AND d.receiver IS NOT NULL
                  AND (:id::uuid IS NULL OR d.id = :id::uuid)
                  AND (:group::uuid IS NULL OR d.group_id = :group::uuid)
                  AND (:status::text IS NULL OR p.status = :status)
                  AND (:stage::text IS NULL OR (p.status = 'pending' AND p.stage = :stage))
                  AND (:reference::text IS NULL OR d.reference = :reference)
                  AND (:amount::numeric IS NULL OR d.units = :amount::numeric * power(10::numeric, d.exponent::numeric))
                  AND (:token::text IS NULL OR d.asset = :token)
                  AND (:tokens::text[] IS NULL OR d.asset = ANY (:tokens::text[]))
                  AND (:receivers::text[] IS NULL OR d.receiver = ANY (:receivers::text[]))
                  AND (:hash::text IS NULL OR (p.on_chain IS NOT NULL AND p.rail_reference = :hash))
                  AND (:from::uuid IS NULL OR d.id >= :from::uuid)
                  AND (:until::uuid IS NULL OR d.id < :until::uuid)
            """;

    private static final String COUNT = "SELECT count(*) " + FILTER;

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

    private static final String NEWEST_OF_REFERENCE = "SELECT " + DisbursementStore.WHOLE + """
            FROM disbursement d JOIN disbursement_progress p USING (organization_id, id)
            WHERE d.organization_id = :organization AND d.reference = :reference AND d.receiver IS NOT NULL
            ORDER BY d.id DESC LIMIT 1
            """;

    private final DisbursementStore rows;

    CryptoListStore(DisbursementStore rows) {
        this.rows = rows;
    }

    /// @param search the filter, with the spellings of what it names
    Page<Disbursement> page(Handle handle, UUID organizationId, Search search, Page.Request page) {
        var filter = search.filter();
        if (filter.matchesNothing()) {
            return new Page<>(List.of(), 0, page);
        }
        long total = filter.isTallied()
                ? TallyStore.total(handle, organizationId, Asset.Kind.CRYPTO, filter.token(), filter.status())
                : bind(handle.createQuery(COUNT), organizationId, search)
                        .mapTo(Long.class)
                        .one();
        return Page.of(
                total,
                page,
                () -> bind(handle.createQuery(sql(page.sort())), organizationId, search)
                        .bind("limit", page.limit())
                        .bind("offset", page.offset())
                        .map((row, _) -> rows.read(row))
                        .list());
    }

    /// What a list is narrowed to, as it stands in the rows.
    ///
    /// @param tokens the tokens that have the filter's contract
    /// @param receivers the spellings of the filter's receiver
    /// @param hash the filter's hash as its network writes it
    record Search(
            CryptoFilter filter,
            @Nullable List<String> tokens,
            @Nullable List<String> receivers,
            @Nullable String hash) {}

    Optional<Disbursement> newestOfReference(Handle handle, UUID organizationId, String reference) {
        return handle.createQuery(NEWEST_OF_REFERENCE)
                .bind("organization", organizationId)
                .bind("reference", reference)
                .map((row, _) -> rows.read(row))
                .findOne();
    }

    private static String sql(Page.Sort sort) {
        return switch (sort) {
            case CREATED_ASCENDING -> CREATED_ASCENDING;
            case CREATED_DESCENDING -> CREATED_DESCENDING;
            case UPDATED_ASCENDING -> UPDATED_ASCENDING;
            case UPDATED_DESCENDING -> UPDATED_DESCENDING;
        };
    }

    private static <S extends SqlStatement<S>> S bind(S statement, UUID organizationId, Search search) {
        var filter = search.filter();
        var created = filter.created();
        OptionalArray.bind(statement, "tokens", String.class, search.tokens());
        return OptionalArray.bind(statement, "receivers", String.class, search.receivers())
                .bind("organization", organizationId)
                .bind("id", filter.id())
                .bind("group", filter.groupId())
                .bind("status", filter.status())
                .bind("stage", filter.stage() == null ? null : filter.stage().name())
                .bind("reference", filter.reference())
                .bind("amount", filter.amount())
                .bind("token", filter.token())
                .bind("hash", search.hash())
                .bind("from", created == null ? null : Clocks.firstIdOf(created.start()))
                .bind("until", created == null ? null : Clocks.firstIdOf(created.endExclusive()));
    }
}
