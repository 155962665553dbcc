package dev.sluice.requestlog;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.requestlog.Entry.Fault;
import dev.sluice.requestlog.Entry.Signing;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `requestlog_entry` and `requestlog_use`.
final class RequestStore {
    private static final int MICROS = 1_000;

    /// Asynchronous commit: losing these rows in a crash is acceptable.
    private static final String RELAX = "SELECT set_config('synchronous_commit', 'off', true)";

    private static final String INSERT = """
            INSERT INTO requestlog_entry (organization_id, id, at, actor_id, method, path, status, latency_us,
                                          request_id, address, code, message, details, string_to_sign, signature,
                                          signed_at)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[], ?::uuid[], ?::text[], ?::text[], ?::int4[],
                                 ?::int8[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
                                 ?::text[], ?::text[])
            """;

    /// Updates the last use of a client at most once per interval.
    private static final String USE = """
            INSERT INTO requestlog_use AS old (organization_id, actor_id, used_at)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[])
            ON CONFLICT (organization_id, actor_id) DO UPDATE SET used_at = excluded.used_at
            WHERE old.used_at < excluded.used_at - interval '10 seconds'
            """;

    private static final String COLUMNS = """
            organization_id, id, at, actor_id, method, path, status, latency_us, request_id, address, code, message,
            details, string_to_sign, signature, signed_at
            """;

    private static final String SELECT = "SELECT " + COLUMNS + """
            FROM requestlog_entry WHERE organization_id = :organization AND id = :id
            """;

    private static final String PAGE = "SELECT " + COLUMNS + """
            FROM requestlog_entry
            WHERE organization_id = :organization
                AND (:before::uuid IS NULL OR id < :before::uuid)
                AND (:refused::boolean IS NULL OR (status >= 400) = :refused::boolean)
                AND (:actor::uuid IS NULL OR actor_id = :actor::uuid)
                AND (:requestId::text IS NULL OR request_id = :requestId::text)
                AND (:path::text IS NULL OR strpos(lower(path), lower(:path::text)) > 0)
                AND (:answer::text IS NULL OR status::text = :answer::text OR code = upper(:answer::text))
            ORDER BY id DESC LIMIT :limit
            """;

    private static final String OWNERS = """
            SELECT DISTINCT o.organization_id FROM unnest(:organizations::uuid[]) AS o (organization_id)
            CROSS JOIN LATERAL (
                SELECT one.id FROM requestlog_entry one
                WHERE one.organization_id = o.organization_id AND one.id = :id::uuid
                UNION ALL
                (SELECT named.id FROM requestlog_entry named
                 WHERE named.organization_id = o.organization_id AND named.request_id = :requestId LIMIT 1)
            ) AS hit
            LIMIT :limit
            """;

    private static final String USES = """
            SELECT actor_id, used_at FROM requestlog_use WHERE organization_id = :organization
            """;

    private static final String DELETE_OLD = """
            DELETE FROM requestlog_entry WHERE (organization_id, id) IN (
                SELECT organization_id, id FROM requestlog_entry WHERE at < :before ORDER BY at LIMIT :limit)
            """;

    private static final String DELETE_EXCESS = """
            DELETE FROM requestlog_entry WHERE (organization_id, id) IN (
                SELECT entry.organization_id, entry.id
                FROM (
                    SELECT id FROM requestlog_entry kept WHERE kept.organization_id = :organization
                    ORDER BY id DESC OFFSET :kept LIMIT 1) AS last
                JOIN requestlog_entry entry ON entry.organization_id = :organization AND entry.id <= last.id
                LIMIT :limit)
            """;

    /// Skips from one organization to the next in the index (loose index scan). This includes organizations whose
    /// clients and keys were never used, since all of their requests were refused.
    private static final String EXCEEDING = """
            WITH RECURSIVE owner (id) AS (
                (SELECT organization_id FROM requestlog_entry ORDER BY organization_id LIMIT 1)
                UNION ALL
                SELECT (
                    SELECT organization_id FROM requestlog_entry
                    WHERE organization_id > owner.id ORDER BY organization_id LIMIT 1)
                FROM owner WHERE owner.id IS NOT NULL)
            SELECT owner.id
            FROM owner CROSS JOIN LATERAL (
                SELECT id FROM requestlog_entry kept WHERE kept.organization_id = owner.id
                ORDER BY id DESC OFFSET :kept LIMIT 1) AS last
            ORDER BY owner.id
            """;

    private RequestStore() {}

    /// Time of last use of a client or key.
    record Use(UUID organizationId, UUID actorId, Instant at) {}

    static List<UUID> owners(Handle handle, List<UUID> organizations, @Nullable UUID id, String requestId, int limit) {
        return handle.createQuery(OWNERS)
                .bindArray("organizations", UUID.class, organizations)
                .bind("id", id)
                .bind("requestId", requestId)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    static void relax(Tx tx) {
        tx.handle().createQuery(RELAX).mapTo(String.class).one();
    }

    static void insert(Tx tx, List<Entry> entries) {
        Batch.of(INSERT)
                .uuids(entries, Entry::organizationId)
                .uuids(entries, Entry::id)
                .instants(entries, Entry::at)
                .uuids(entries, Entry::actorId)
                .texts(entries, Entry::method)
                .texts(entries, Entry::path)
                .integers(entries, Entry::status)
                .longs(entries, each -> each.latency().toNanos() / MICROS)
                .texts(entries, Entry::requestId)
                .texts(entries, Entry::address)
                .texts(entries, fault(Fault::code))
                .texts(entries, fault(Fault::message))
                .texts(entries, fault(Fault::details))
                .texts(entries, signing(Signing::stringToSign))
                .texts(entries, signing(Signing::signature))
                .texts(entries, signing(Signing::timestamp))
                .update(tx);
    }

    private static Function<Entry, @Nullable String> fault(Function<Fault, @Nullable String> part) {
        return entry -> {
            var fault = entry.fault();
            return fault == null ? null : part.apply(fault);
        };
    }

    private static Function<Entry, @Nullable String> signing(Function<Signing, @Nullable String> part) {
        return fault(fault -> {
            var signing = fault.signing();
            return signing == null ? null : part.apply(signing);
        });
    }

    static void use(Tx tx, List<Use> uses) {
        if (!uses.isEmpty()) {
            Batch.of(USE)
                    .uuids(uses, Use::organizationId)
                    .uuids(uses, Use::actorId)
                    .instants(uses, Use::at)
                    .update(tx);
        }
    }

    static Optional<Entry> find(Handle handle, UUID organizationId, UUID id) {
        return handle.createQuery(SELECT)
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> read(row))
                .findOne();
    }

    static List<Entry> page(Handle handle, RequestFilter filter, int limit) {
        return handle.createQuery(PAGE)
                .bind("organization", filter.organizationId())
                .bind("before", filter.before())
                .bind("refused", filter.refused())
                .bind("actor", filter.actorId())
                .bind("requestId", filter.requestId())
                .bind("path", filter.path())
                .bind("answer", filter.answer())
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    static Map<UUID, Instant> uses(Handle handle, UUID organizationId) {
        return handle
                .createQuery(USES)
                .bind("organization", organizationId)
                .map((row, _) -> Map.entry(row.getObject("actor_id", UUID.class), Times.instant(row, "used_at")))
                .stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    static int deleteOld(Tx tx, Instant before, int limit) {
        return tx.handle()
                .createUpdate(DELETE_OLD)
                .bind("before", before)
                .bind("limit", limit)
                .execute();
    }

    /// Returns the organizations with more entries than the maximum.
    static List<UUID> exceeding(Handle handle, int limit) {
        return handle.createQuery(EXCEEDING)
                .bind("kept", limit)
                .mapTo(UUID.class)
                .list();
    }

    /// @param retained maximum number of the organization's entries
    static int deleteExcess(Tx tx, UUID organization, int retained, int limit) {
        return tx.handle()
                .createUpdate(DELETE_EXCESS)
                .bind("organization", organization)
                .bind("kept", retained)
                .bind("limit", limit)
                .execute();
    }

    private static Entry read(ResultSet row) throws SQLException {
        var code = row.getString("code");
        var signature = row.getString("signature");
        var signing = signature == null
                ? null
                : new Signing(row.getString("string_to_sign"), signature, row.getString("signed_at"));
        return new Entry(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                Times.instant(row, "at"),
                row.getObject("actor_id", UUID.class),
                row.getString("method"),
                row.getString("path"),
                row.getInt("status"),
                Duration.ofNanos(row.getLong("latency_us") * MICROS),
                row.getString("request_id"),
                row.getString("address"),
                code == null ? null : new Fault(code, row.getString("message"), row.getString("details"), signing));
    }
}
