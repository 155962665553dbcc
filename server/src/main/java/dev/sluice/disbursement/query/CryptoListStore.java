package dev.sluice.disbursement.query;

import dev.sluice.clock.Clocks;
import dev.sluice.db.OptionalArray;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementStore;
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
public final class CryptoListStore {
    /// Maximum number of payouts to wallets for which a list in the order of changes reads all of them, if there
    /// are ten times as many payouts to bank accounts. The index of that order has both kinds: a million payouts
    /// to banks may precede the first one to a wallet.
    private static final long FEW = 50_000;

    private static final int TIMES = 10;

    private static final String CONDITIONS = """
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

    private static final String FILTER =
            "FROM disbursement d JOIN disbursement_progress p USING (organization_id, id) " + CONDITIONS;

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

    private static final String THESE = """
            these AS MATERIALIZED (
                SELECT d.organization_id, d.id, p.updated_at FROM disbursement d
                CROSS JOIN LATERAL (SELECT * FROM disbursement_progress
                                    WHERE organization_id = d.organization_id AND id = d.id OFFSET 0) p
            """ + CONDITIONS + "), ";

    private static final String SHOWN = """
            FROM shown JOIN disbursement d USING (organization_id, id)
            JOIN disbursement_progress p USING (organization_id, id)
            """;

    private static final String FEW_UPDATED_ASCENDING =
            "WITH " + THESE + """
            shown AS (SELECT organization_id, id FROM these ORDER BY updated_at, id LIMIT :limit OFFSET :offset)
            """ + "SELECT " + DisbursementStore.WHOLE + SHOWN + "ORDER BY p.updated_at, p.id";

    private static final String FEW_UPDATED_DESCENDING = "WITH " + THESE + """
            shown AS (SELECT organization_id, id FROM these
                      ORDER BY updated_at DESC, id DESC LIMIT :limit OFFSET :offset)
            """ + "SELECT " + DisbursementStore.WHOLE
            + SHOWN + "ORDER BY p.updated_at DESC, p.id DESC";

    private static final String NEWEST_OF_REFERENCE = "SELECT " + DisbursementStore.WHOLE + """
            FROM disbursement d JOIN disbursement_progress p USING (organization_id, id)
            WHERE d.organization_id = :organization AND d.reference = :reference AND d.receiver IS NOT NULL
            ORDER BY d.id DESC LIMIT 1
            """;

    private final DisbursementStore rows;

    public CryptoListStore(DisbursementStore rows) {
        this.rows = rows;
    }

    /// @param search the filter, with all spellings of its values
    public Page<Disbursement> page(Handle handle, UUID organizationId, Search search, Page.Request page) {
        var filter = search.filter();
        if (filter.matchesNothing()) {
            return new Page<>(List.of(), 0, page);
        }
        long total = filter.isTallied()
                ? DisbursementTallyStore.total(
                        handle, organizationId, Asset.Kind.CRYPTO, filter.token(), filter.status())
                : bind(handle.createQuery(COUNT), organizationId, search)
                        .mapTo(Long.class)
                        .one();
        return Page.of(
                total,
                page,
                () -> rows.toShow(
                        handle,
                        bind(handle.createQuery(sql(handle, organizationId, page.sort())), organizationId, search)
                                .bind("limit", page.limit())
                                .bind("offset", page.offset())
                                .map((row, _) -> rows.read(row))
                                .list()));
    }

    /// Conditions of a list, in the form of the rows.
    ///
    /// @param tokens the tokens that have the filter's contract
    /// @param receivers the spellings of the filter's receiver
    /// @param hash the filter's hash as its network writes it
    public record Search(
            CryptoFilter filter,
            @Nullable List<String> tokens,
            @Nullable List<String> receivers,
            @Nullable String hash) {}

    public Optional<Disbursement> newestOfReference(Handle handle, UUID organizationId, String reference) {
        return handle.createQuery(NEWEST_OF_REFERENCE)
                .bind("organization", organizationId)
                .bind("reference", reference)
                .map((row, _) -> rows.read(row))
                .findOne()
                .map(found -> rows.toShow(handle, List.of(found)).getFirst());
    }

    private static String sql(Handle handle, UUID organizationId, Page.Sort sort) {
        return switch (sort) {
            case CREATED_ASCENDING -> CREATED_ASCENDING;
            case CREATED_DESCENDING -> CREATED_DESCENDING;
            case UPDATED_ASCENDING -> areFew(handle, organizationId) ? FEW_UPDATED_ASCENDING : UPDATED_ASCENDING;
            case UPDATED_DESCENDING -> areFew(handle, organizationId) ? FEW_UPDATED_DESCENDING : UPDATED_DESCENDING;
        };
    }

    private static boolean areFew(Handle handle, UUID organizationId) {
        long these = DisbursementTallyStore.total(handle, organizationId, Asset.Kind.CRYPTO, null, null);
        return these <= FEW
                && these * TIMES < DisbursementTallyStore.total(handle, organizationId, Asset.Kind.FIAT, null, null);
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
