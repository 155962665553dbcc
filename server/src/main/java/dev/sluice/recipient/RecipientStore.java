package dev.sluice.recipient;

import dev.sluice.db.Batch;
import dev.sluice.db.Owner;
import dev.sluice.db.Tx;
import dev.sluice.http.Page;
import dev.sluice.recipient.RecipientRows.Checked;
import dev.sluice.recipient.RecipientRows.Sealed;
import dev.sluice.recipient.Recipients.Filter;
import dev.sluice.vault.Vault;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/// SQL of `recipient`. Deleted rows are never read.
final class RecipientStore {
    private static final String INSERT = """
            INSERT INTO recipient (organization_id, id, user_id, name, name_folded, email_fingerprint, bank_currency,
                                   bank_country, sealed, sequence, updated_at, deleted_at, reference_fingerprint, mac)
            SELECT organization_id, id, user_id, name, name_folded, email_fingerprint, bank_currency, bank_country,
                   sealed, sequence, updated_at, NULL, reference_fingerprint, mac
            FROM unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::bytea[], ?::text[], ?::text[],
                        ?::bytea[], ?::int4[], ?::timestamptz[], ?::bytea[], ?::bytea[])
                 AS new (organization_id, id, user_id, name, name_folded, email_fingerprint, bank_currency,
                         bank_country, sealed, sequence, updated_at, reference_fingerprint, mac)
            """;

    private static final String UPDATE = """
            UPDATE recipient
            SET name = :name, name_folded = :folded, email_fingerprint = :email, bank_currency = :currency,
                bank_country = :country, sealed = :sealed, sequence = :sequence, updated_at = :updated,
                reference_fingerprint = :reference, mac = :mac
            WHERE organization_id = :organization AND id = :id AND sequence = :before AND deleted_at IS NULL
            """;

    private static final String DELETE = """
            UPDATE recipient SET deleted_at = :deleted, sequence = :sequence, mac = NULL
            WHERE organization_id = :organization AND id = :id
            """;

    private static final String COLUMNS =
            "r.organization_id, r.id, r.user_id, r.name, r.sealed, r.sequence, r.updated_at, r.mac ";

    private static final String SELECT = "SELECT " + COLUMNS + """
            FROM recipient r WHERE organization_id = :organization AND id = :id AND deleted_at IS NULL
            """;

    private static final String LOCK = SELECT + " FOR UPDATE";

    private static final String SELECT_MANY = "SELECT " + COLUMNS + """
            FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, id)
            JOIN recipient r USING (organization_id, id)
            WHERE r.deleted_at IS NULL
            """;

    private static final String BY_EMAIL = "SELECT " + COLUMNS + """
            FROM unnest(?::uuid[], ?::bytea[]) AS wanted (organization_id, email_fingerprint)
            JOIN recipient r USING (organization_id, email_fingerprint)
            WHERE r.deleted_at IS NULL
            """;

    private static final String OWNER = """
            SELECT r.organization_id FROM unnest(:organizations::uuid[]) AS o (organization_id)
            JOIN recipient r ON r.organization_id = o.organization_id AND r.id = :id AND r.deleted_at IS NULL
            LIMIT 1
            """;

    private static final String OF_REFERENCE = "SELECT " + COLUMNS + """
            FROM recipient r
            WHERE organization_id = :organization AND deleted_at IS NULL AND reference_fingerprint = :fingerprint
            ORDER BY organization_id DESC, reference_fingerprint DESC, id DESC LIMIT :limit
            """;

    private static final String ALL = "SELECT " + COLUMNS + """
            FROM recipient r
            WHERE organization_id = :organization AND deleted_at IS NULL
                  AND (:currency::text IS NULL OR bank_currency = :currency)
                  AND (:country::text IS NULL OR bank_country = :country)
            """;

    /// Each half has an index. For both at once, the planner reads the whole table as soon as a few in a hundred
    /// match, or walks it in the requested order.
    private static final String FOUND = """
            found AS MATERIALIZED (
                SELECT id, updated_at FROM recipient
                WHERE organization_id = :organization AND deleted_at IS NULL
                      AND (:currency::text IS NULL OR bank_currency = :currency)
                      AND (:country::text IS NULL OR bank_country = :country)
                      AND email_fingerprint = :email
                UNION ALL
                SELECT id, updated_at FROM recipient
                WHERE organization_id = :organization AND deleted_at IS NULL
                      AND (:currency::text IS NULL OR bank_currency = :currency)
                      AND (:country::text IS NULL OR bank_country = :country)
                      AND email_fingerprint IS DISTINCT FROM :email
                      AND name_grams @> name_grams(:organization, :folded)
                      AND strpos(name_folded, :folded) > 0
            )
            """;

    private static final String COUNT_FOUND = "WITH " + FOUND + "SELECT count(*) FROM found";

    private static final String PAGE_OF_FOUND = FOUND + "SELECT " + COLUMNS + "FROM (SELECT * FROM found ";

    private static final String BY_KEY =
            ") AS page JOIN recipient r ON r.organization_id = :organization AND r.id = page.id ";

    private static final String CREATED_ASCENDING = "ORDER BY id LIMIT :limit OFFSET :offset";

    private static final String CREATED_DESCENDING = "ORDER BY id DESC LIMIT :limit OFFSET :offset";

    private static final String UPDATED_ASCENDING = "ORDER BY updated_at, id LIMIT :limit OFFSET :offset";

    private static final String UPDATED_DESCENDING = "ORDER BY updated_at DESC, id DESC LIMIT :limit OFFSET :offset";

    private static final String LIST_CREATED_ASCENDING = ALL + CREATED_ASCENDING;

    private static final String LIST_CREATED_DESCENDING = ALL + CREATED_DESCENDING;

    private static final String LIST_UPDATED_ASCENDING = ALL + UPDATED_ASCENDING;

    private static final String LIST_UPDATED_DESCENDING = ALL + UPDATED_DESCENDING;

    private static final String SEARCH_CREATED_ASCENDING =
            "WITH " + PAGE_OF_FOUND + CREATED_ASCENDING + BY_KEY + "ORDER BY r.id";

    private static final String SEARCH_CREATED_DESCENDING =
            "WITH " + PAGE_OF_FOUND + CREATED_DESCENDING + BY_KEY + "ORDER BY r.id DESC";

    private static final String SEARCH_UPDATED_ASCENDING =
            "WITH " + PAGE_OF_FOUND + UPDATED_ASCENDING + BY_KEY + "ORDER BY r.updated_at, r.id";

    private static final String SEARCH_UPDATED_DESCENDING =
            "WITH " + PAGE_OF_FOUND + UPDATED_DESCENDING + BY_KEY + "ORDER BY r.updated_at DESC, r.id DESC";

    private final RecipientRows rows;

    RecipientStore(Vault vault) {
        this.rows = new RecipientRows(vault);
    }

    void insert(Tx tx, List<Recipient> recipients) {
        var sealed = recipients.stream().map(rows::sealed).toList();
        Batch.of(INSERT)
                .uuids(recipients, Recipient::organizationId)
                .uuids(recipients, Recipient::id)
                .uuids(recipients, Recipient::userId)
                .texts(recipients, Recipient::name)
                .texts(recipients, recipient -> RecipientRows.folded(recipient.name()))
                .bytes(recipients, rows::emailFingerprint)
                .texts(recipients, Recipient::currency)
                .texts(recipients, Recipient::country)
                .bytes(sealed, Sealed::bytes)
                .integers(recipients, recipient -> recipient.revision().sequence())
                .instants(recipients, recipient -> recipient.revision().updatedAt())
                .bytes(recipients, rows::referenceFingerprint)
                .bytes(sealed, rows::mac)
                .write(tx);
    }

    /// Replaces a recipient by its new version, unless it was changed in between.
    boolean update(Tx tx, Recipient before, Recipient after) {
        var sealed = rows.sealed(after);
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
                        .bind("sealed", sealed.bytes())
                        .bind("sequence", after.revision().sequence())
                        .bind("updated", timestamp(after.revision().updatedAt()))
                        .bind("reference", rows.referenceFingerprint(after))
                        .bind("mac", rows.mac(sealed))
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

    Optional<Checked> find(Handle handle, UUID organizationId, UUID id) {
        return one(handle, SELECT, organizationId, id);
    }

    Optional<Recipient> lock(Tx tx, UUID organizationId, UUID id) {
        return one(tx.handle(), LOCK, organizationId, id).map(Checked::recipient);
    }

    private Optional<Checked> one(Handle handle, String sql, UUID organizationId, UUID id) {
        return handle.createQuery(sql)
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> rows.checked(row))
                .findOne();
    }

    static Optional<UUID> owner(Handle handle, List<UUID> organizations, UUID id) {
        return Owner.of(handle, OWNER, organizations, id);
    }

    /// Returns some recipients of any organizations, without deleted ones.
    List<Checked> find(Handle handle, List<Key> keys) {
        return Batch.of(SELECT_MANY)
                .uuids(keys, Key::organizationId)
                .uuids(keys, Key::id)
                .query(handle, rows::checked);
    }

    /// Visits an organization's recipients with some e-mail addresses, case-insensitively.
    void findByEmail(Handle handle, UUID organizationId, List<String> emails, Consumer<Recipient> each) {
        Batch.of(BY_EMAIL)
                .uuids(emails, _ -> organizationId)
                .bytes(emails, email -> rows.emailFingerprint(organizationId, email))
                .query(handle, rows::read, each);
    }

    List<Recipient> ofReference(Handle handle, UUID organizationId, String reference, int limit) {
        return handle.createQuery(OF_REFERENCE)
                .bind("organization", organizationId)
                .bind("fingerprint", rows.referenceFingerprint(organizationId, reference))
                .bind("limit", limit)
                .map((row, _) -> rows.read(row))
                .list();
    }

    /// Primary key of a recipient.
    record Key(UUID organizationId, UUID id) {}

    /// Returns one page and the total of matches. Search results are counted; other totals are stored. No rows are
    /// read for a page beyond the end.
    Page<Recipient> list(Handle handle, UUID organizationId, Filter filter, Page.Request page) {
        boolean searching = filter.search() != null;
        long total = searching
                ? bound(handle.createQuery(COUNT_FOUND), organizationId, filter)
                        .mapTo(Long.class)
                        .one()
                : RecipientTallyStore.total(handle, organizationId, filter.currency(), filter.country());
        var sql = searching ? search(page.sort()) : list(page.sort());
        return Page.of(
                total,
                page,
                () -> bound(handle.createQuery(sql), organizationId, filter)
                        .bind("limit", page.limit())
                        .bind("offset", page.offset())
                        .map((row, _) -> rows.read(row))
                        .list());
    }

    private <S extends SqlStatement<S>> S bound(S statement, UUID organizationId, Filter filter) {
        statement
                .bind("organization", organizationId)
                .bind("currency", filter.currency())
                .bind("country", filter.country());
        var search = filter.search();
        return search == null
                ? statement
                : statement
                        .bind("folded", RecipientRows.folded(search))
                        .bind("email", rows.emailFingerprint(organizationId, search));
    }

    private static String list(Page.Sort sort) {
        return switch (sort) {
            case CREATED_ASCENDING -> LIST_CREATED_ASCENDING;
            case CREATED_DESCENDING -> LIST_CREATED_DESCENDING;
            case UPDATED_ASCENDING -> LIST_UPDATED_ASCENDING;
            case UPDATED_DESCENDING -> LIST_UPDATED_DESCENDING;
        };
    }

    private static String search(Page.Sort sort) {
        return switch (sort) {
            case CREATED_ASCENDING -> SEARCH_CREATED_ASCENDING;
            case CREATED_DESCENDING -> SEARCH_CREATED_DESCENDING;
            case UPDATED_ASCENDING -> SEARCH_UPDATED_ASCENDING;
            case UPDATED_DESCENDING -> SEARCH_UPDATED_DESCENDING;
        };
    }

    private static OffsetDateTime timestamp(Instant instant) {
        return OffsetDateTime.ofInstant(instant, ZoneOffset.UTC);
    }
}
