package dev.sluice.audit;

import dev.sluice.db.OptionalArray;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// SQL of `audit_entry`.
final class AuditStore {
    private static final String INSERT = """
            INSERT INTO audit_entry (organization_id, id, begun_at, actor_id, actor_name, actor_role, address, action,
                subject, sealed, bound)
            VALUES (:organization, :id, :begunAt, :actor, :actorName, :actorRole, :address, :action, :subject, :sealed,
                :bound)
            """;

    /// Among the latest of a person, which the index has at hand.
    private static final String IS_THERE_SINCE = """
            SELECT EXISTS (
                SELECT FROM (
                    SELECT action, begun_at FROM audit_entry
                    WHERE organization_id = :organization AND actor_id = :actor
                    ORDER BY id DESC LIMIT 20) latest
                WHERE action = :action AND begun_at > :since)
            """;

    /// What is linked already stays as it is.
    private static final String END = """
            UPDATE audit_entry SET outcome = :outcome, subject = COALESCE(subject, :made::text)
            WHERE organization_id = :organization AND id = :id AND position IS NULL
            """;

    /// What is linked already stays.
    private static final String WITHHOLD = """
            UPDATE audit_entry SET sealed = :sealed
            WHERE organization_id = :organization AND id = :id AND position IS NULL
            """;

    private static final String COLUMNS = """
            SELECT organization_id, id, begun_at, actor_id, actor_name, actor_role, address, action, subject, sealed,
                   bound, outcome, position, hash
            FROM audit_entry
            """;

    private static final String FILTER = """
            WHERE organization_id = :organization
                AND (:actor::uuid IS NULL OR actor_id = :actor::uuid)
                AND (:subjects::text[] IS NULL OR subject = ANY (:subjects::text[]))
                AND (:action::text IS NULL OR action LIKE :action || '%')
                AND (:from::timestamptz IS NULL OR begun_at >= :from::timestamptz)
                AND (:until::timestamptz IS NULL OR begun_at < :until::timestamptz)
            """;

    private static final String COUNT =
            "SELECT count(*) FROM (SELECT FROM audit_entry " + FILTER + "LIMIT :max) counted";

    private static final String PAGE = COLUMNS + FILTER + "ORDER BY id DESC LIMIT :limit OFFSET :offset";

    /// What is written meanwhile comes before, so nothing comes twice.
    private static final String BELOW =
            COLUMNS + FILTER + "AND (:below::uuid IS NULL OR id < :below::uuid) ORDER BY id DESC LIMIT :limit";

    /// From one person to the next by the index, whatever lies between them; each as they were called last.
    private static final String ACTORS = """
            WITH RECURSIVE actor (id) AS (
                (SELECT actor_id FROM audit_entry WHERE organization_id = :organization ORDER BY actor_id LIMIT 1)
                UNION ALL
                SELECT (
                    SELECT actor_id FROM audit_entry
                    WHERE organization_id = :organization AND actor_id > actor.id ORDER BY actor_id LIMIT 1)
                FROM actor WHERE actor.id IS NOT NULL)
            SELECT actor.id AS actor_id, latest.actor_name
            FROM actor CROSS JOIN LATERAL (
                SELECT actor_name FROM audit_entry
                WHERE organization_id = :organization AND actor_id = actor.id ORDER BY id DESC LIMIT 1) latest
            ORDER BY latest.actor_name, actor.id LIMIT :limit
            """;

    private static final String LOOSE = """
            SELECT DISTINCT organization_id FROM audit_entry WHERE position IS NULL LIMIT :limit
            """;

    /// In the order of ids, as far as nothing that is under way comes before.
    private static final String SETTLED = COLUMNS + """
            WHERE organization_id = :organization AND position IS NULL
                AND (outcome IS NOT NULL OR begun_at < :given)
                AND NOT EXISTS (
                    SELECT FROM audit_entry earlier
                    WHERE earlier.organization_id = audit_entry.organization_id AND earlier.position IS NULL
                        AND earlier.id < audit_entry.id AND earlier.outcome IS NULL AND earlier.begun_at >= :given)
            ORDER BY id LIMIT :limit
            """;

    private static final String LINK = """
            UPDATE audit_entry SET position = :position, hash = :hash WHERE organization_id = :organization AND id = :id
            """;

    private static final String HASH = """
            SELECT hash FROM audit_entry WHERE organization_id = :organization AND position = :position
            """;

    private static final String IS_LINKED = """
            SELECT EXISTS (SELECT FROM audit_entry WHERE position IS NOT NULL)
            """;

    private static final String LINKED_AFTER = COLUMNS + """
            WHERE organization_id = :organization AND position > :after ORDER BY position LIMIT :limit
            """;

    private AuditStore() {}

    /// An entry as it is kept.
    ///
    /// @param bound whether its details are sealed for it alone
    record Row(
            UUID organizationId,
            UUID id,
            Instant begunAt,
            UUID actorId,
            String actorName,
            String actorRole,
            String address,
            String action,
            @Nullable String subject,
            byte[] sealed,
            boolean bound,
            @Nullable Integer outcome,
            @Nullable Long position,
            byte @Nullable [] hash) {}

    static void insert(Tx tx, Row row) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("organization", row.organizationId())
                .bind("id", row.id())
                .bind("begunAt", row.begunAt())
                .bind("actor", row.actorId())
                .bind("actorName", row.actorName())
                .bind("actorRole", row.actorRole())
                .bind("address", row.address())
                .bind("action", row.action())
                .bind("subject", row.subject())
                .bind("sealed", row.sealed())
                .bind("bound", row.bound())
                .execute();
    }

    /// Whether there is an entry of the same person and action since then.
    static boolean isThereSince(Tx tx, Row row, Instant since) {
        return tx.handle()
                .createQuery(IS_THERE_SINCE)
                .bind("organization", row.organizationId())
                .bind("actor", row.actorId())
                .bind("action", row.action())
                .bind("since", since)
                .mapTo(Boolean.class)
                .one();
    }

    /// @param made what came of it, by its id; of an entry that has a subject it says nothing
    static void end(Tx tx, UUID organizationId, UUID id, int outcome, @Nullable String made) {
        tx.handle()
                .createUpdate(END)
                .bind("organization", organizationId)
                .bind("id", id)
                .bind("outcome", outcome)
                .bind("made", made)
                .execute();
    }

    /// Puts other details in the place of an entry's.
    static void withhold(Tx tx, UUID organizationId, UUID id, byte[] sealed) {
        tx.handle()
                .createUpdate(WITHHOLD)
                .bind("organization", organizationId)
                .bind("id", id)
                .bind("sealed", sealed)
                .execute();
    }

    /// How many there are, as far as it is counted.
    static long count(Handle handle, UUID organizationId, AuditFilter filter, int max) {
        return bind(handle.createQuery(COUNT), organizationId, filter)
                .bind("max", max)
                .mapTo(Long.class)
                .one();
    }

    static List<Row> page(Handle handle, UUID organizationId, AuditFilter filter, int limit, long offset) {
        return bind(handle.createQuery(PAGE), organizationId, filter)
                .bind("limit", limit)
                .bind("offset", offset)
                .map((row, _) -> read(row))
                .list();
    }

    /// The newest below one, or of all.
    static List<Row> below(Handle handle, UUID organizationId, AuditFilter filter, @Nullable UUID below, int limit) {
        return bind(handle.createQuery(BELOW), organizationId, filter)
                .bind("below", below)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    private static <S extends SqlStatement<S>> S bind(S statement, UUID organizationId, AuditFilter filter) {
        var subjects = filter.subjects().isEmpty() ? null : filter.subjects();
        return OptionalArray.bind(statement, "subjects", String.class, subjects)
                .bind("organization", organizationId)
                .bind("actor", filter.actorId())
                .bind("action", filter.action())
                .bind("from", filter.from())
                .bind("until", filter.until());
    }

    static List<Audits.Person> actors(Handle handle, UUID organizationId, int limit) {
        return handle.createQuery(ACTORS)
                .bind("organization", organizationId)
                .bind("limit", limit)
                .map((row, _) -> new Audits.Person(row.getObject("actor_id", UUID.class), row.getString("actor_name")))
                .list();
    }

    static List<UUID> loose(Handle handle, int limit) {
        return handle.createQuery(LOOSE).bind("limit", limit).mapTo(UUID.class).list();
    }

    static List<Row> settled(Tx tx, UUID organizationId, Instant given, int limit) {
        return tx.handle()
                .createQuery(SETTLED)
                .bind("organization", organizationId)
                .bind("given", given)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    static void link(Tx tx, Row row, long position, byte[] hash) {
        tx.handle()
                .createUpdate(LINK)
                .bind("organization", row.organizationId())
                .bind("id", row.id())
                .bind("position", position)
                .bind("hash", hash)
                .execute();
    }

    static Optional<byte[]> hash(Handle handle, UUID organizationId, long position) {
        return handle.createQuery(HASH)
                .bind("organization", organizationId)
                .bind("position", position)
                .mapTo(byte[].class)
                .findOne();
    }

    /// Whether any entry is linked, whosever it is.
    static boolean isLinked(Handle handle) {
        return handle.createQuery(IS_LINKED).mapTo(Boolean.class).one();
    }

    static List<Row> linkedAfter(Handle handle, UUID organizationId, long after, int limit) {
        return handle.createQuery(LINKED_AFTER)
                .bind("organization", organizationId)
                .bind("after", after)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    private static Row read(ResultSet row) throws SQLException {
        return new Row(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                Times.instant(row, "begun_at"),
                row.getObject("actor_id", UUID.class),
                row.getString("actor_name"),
                row.getString("actor_role"),
                row.getString("address"),
                row.getString("action"),
                row.getString("subject"),
                row.getBytes("sealed"),
                row.getBoolean("bound"),
                row.getObject("outcome", Integer.class),
                row.getObject("position", Long.class),
                row.getBytes("hash"));
    }
}
