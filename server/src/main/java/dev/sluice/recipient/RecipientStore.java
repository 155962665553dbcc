package dev.sluice.recipient;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.http.Page;
import dev.sluice.recipient.Recipients.Filter;
import dev.sluice.vault.Vault;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/// SQL of `recipient`: rows in and out. Deleted rows are never read.
final class RecipientStore {
    private static final String INSERT = """
            INSERT INTO recipient (organization_id, id, user_id, name, name_folded, email_fingerprint, bank_currency,
                                   bank_country, sealed, sequence, updated_at, deleted_at)
            SELECT organization_id, id, user_id, name, name_folded, email_fingerprint, bank_currency, bank_country,
                   sealed, sequence, updated_at, NULL
            FROM unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::bytea[], ?::text[], ?::text[],
                        ?::bytea[], ?::int4[], ?::timestamptz[])
                 AS new (organization_id, id, user_id, name, name_folded, email_fingerprint, bank_currency,
                         bank_country, sealed, sequence, updated_at)
            """;

    private static final String UPDATE = """
            UPDATE recipient
            SET name = :name, name_folded = :folded, email_fingerprint = :email, bank_currency = :currency,
                bank_country = :country, sealed = :sealed, sequence = :sequence, updated_at = :updated
            WHERE organization_id = :organization AND id = :id AND sequence = :before AND deleted_at IS NULL
            """;

    private static final String DELETE = """
            UPDATE recipient SET deleted_at = :deleted, sequence = :sequence
            WHERE organization_id = :organization AND id = :id
            """;

    private static final String COLUMNS =
            "r.organization_id, r.id, r.user_id, r.name, r.sealed, r.sequence, r.updated_at ";

    private static final String SELECT = "SELECT " + COLUMNS + """
            FROM recipient r WHERE organization_id = :organization AND id = :id AND deleted_at IS NULL
            """;

    private static final String LOCK = SELECT + " FOR UPDATE";

    private static final String SELECT_MANY = "SELECT " + COLUMNS + """
            FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, id)
            JOIN recipient r USING (organization_id, id)
            WHERE r.deleted_at IS NULL
            """;

    private static final String FILTER = """
            FROM recipient r
            WHERE organization_id = :organization AND deleted_at IS NULL
                  AND (:currency::text IS NULL OR bank_currency = :currency)
                  AND (:country::text IS NULL OR bank_country = :country)
                  AND (:folded::text IS NULL OR email_fingerprint = :email
                       OR (name_grams @> recipient_grams(:organization, :folded)
                           AND strpos(name_folded, :folded) > 0))
            """;

    /// Each half has an index; both at once, the planner reads the whole table as soon as a few in a hundred match.
    private static final String COUNT_FOUND = """
            SELECT count(*) FROM (
                SELECT id FROM recipient
                WHERE organization_id = :organization AND deleted_at IS NULL
                      AND (:currency::text IS NULL OR bank_currency = :currency)
                      AND (:country::text IS NULL OR bank_country = :country)
                      AND email_fingerprint = :email
                UNION ALL
                SELECT id FROM recipient
                WHERE organization_id = :organization AND deleted_at IS NULL
                      AND (:currency::text IS NULL OR bank_currency = :currency)
                      AND (:country::text IS NULL OR bank_country = :country)
                      AND email_fingerprint IS DISTINCT FROM :email
                      AND name_grams @> recipient_grams(:organization, :folded)
                      AND strpos(name_folded, :folded) > 0
            ) AS found
            """;

    private static final String LIST_CREATED_ASCENDING = "SELECT " + COLUMNS + FILTER + """
            ORDER BY id LIMIT :limit OFFSET :offset
            """;

    private static final String LIST_CREATED_DESCENDING = "SELECT " + COLUMNS + FILTER + """
            ORDER BY id DESC LIMIT :limit OFFSET :offset
            """;

    private static final String LIST_UPDATED_ASCENDING = "SELECT " + COLUMNS + FILTER + """
            ORDER BY updated_at, id LIMIT :limit OFFSET :offset
            """;

    private static final String LIST_UPDATED_DESCENDING = "SELECT " + COLUMNS + FILTER + """
            ORDER BY updated_at DESC, id DESC LIMIT :limit OFFSET :offset
            """;

    private final RecipientRows rows;

    RecipientStore(Vault vault) {
        this.rows = new RecipientRows(vault);
    }

    void insert(Tx tx, List<Recipient> recipients) {
        Batch.of(INSERT)
                .uuids(recipients, Recipient::organizationId)
                .uuids(recipients, Recipient::id)
                .uuids(recipients, Recipient::userId)
                .texts(recipients, Recipient::name)
                .texts(recipients, recipient -> RecipientRows.folded(recipient.name()))
                .bytes(recipients, rows::emailFingerprint)
                .texts(recipients, Recipient::currency)
                .texts(recipients, Recipient::country)
                .bytes(recipients, rows::sealed)
                .integers(recipients, recipient -> recipient.revision().sequence())
                .instants(recipients, recipient -> recipient.revision().updatedAt())
                .write(tx);
    }

    /// Writes a recipient over the one it was made from, unless somebody else changed that in between.
    boolean update(Tx tx, Recipient before, Recipient after) {
        return tx.handle()
                        .createUpdate(UPDATE)
                        .bind("organization", after.organizationId())
                        .bind("id", after.id())
                        .bind("before", before.revision().sequence())
                        .bind("name", after.name())
                        .bind("folded", RecipientRows.folded(after.name()))
                        .bind("email", rows.emailFingerprint(after))
                        .bind("currency", after.currency())
                        .bind("country", after.country())
                        .bind("sealed", rows.sealed(after))
                        .bind("sequence", after.revision().sequence())
                        .bind("updated", timestamp(after.revision().updatedAt()))
                        .execute()
                == 1;
    }

    void delete(Tx tx, Recipient recipient, int sequence, Instant now) {
        tx.handle()
                .createUpdate(DELETE)
                .bind("organization", recipient.organizationId())
                .bind("id", recipient.id())
                .bind("sequence", sequence)
                .bind("deleted", timestamp(now))
                .execute();
    }

    Optional<Recipient> find(Handle handle, UUID organizationId, UUID id) {
        return one(handle, SELECT, organizationId, id);
    }

    Optional<Recipient> lock(Tx tx, UUID organizationId, UUID id) {
        return one(tx.handle(), LOCK, organizationId, id);
    }

    private Optional<Recipient> one(Handle handle, String sql, UUID organizationId, UUID id) {
        return handle.createQuery(sql)
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> rows.read(row))
                .findOne();
    }

    /// Some payees of any organizations; without those that are deleted.
    List<Recipient> find(Handle handle, List<Key> keys) {
        return Batch.of(SELECT_MANY)
                .uuids(keys, Key::organizationId)
                .uuids(keys, Key::id)
                .query(handle, rows::read);
    }

    /// Which payee.
    record Key(UUID organizationId, UUID id) {}

    /// One page and how many match in all. What a search finds is counted; the rest is counted already.
    Page<Recipient> list(Handle handle, UUID organizationId, Filter filter, Page.Request page) {
        var docs = bound(handle.createQuery(sql(page.sort())), organizationId, filter)
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> rows.read(row))
                .list();
        long total = filter.search() == null
                ? TallyStore.total(handle, organizationId, filter.currency(), filter.country())
                : bound(handle.createQuery(COUNT_FOUND), organizationId, filter)
                        .mapTo(Long.class)
                        .one();
        return new Page<>(docs, total, page);
    }

    private <S extends SqlStatement<S>> S bound(S statement, UUID organizationId, Filter filter) {
        var search = filter.search();
        return statement
                .bind("organization", organizationId)
                .bind("currency", filter.currency())
                .bind("country", filter.country())
                .bind("folded", search == null ? null : RecipientRows.folded(search))
                .bind("email", search == null ? null : rows.emailFingerprint(organizationId, search));
    }

    private static String sql(Page.Sort sort) {
        return switch (sort) {
            case CREATED_ASCENDING -> LIST_CREATED_ASCENDING;
            case CREATED_DESCENDING -> LIST_CREATED_DESCENDING;
            case UPDATED_ASCENDING -> LIST_UPDATED_ASCENDING;
            case UPDATED_DESCENDING -> LIST_UPDATED_DESCENDING;
        };
    }

    private static OffsetDateTime timestamp(Instant instant) {
        return OffsetDateTime.ofInstant(instant, ZoneOffset.UTC);
    }
}
