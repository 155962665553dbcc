package dev.sluice.audit;

import dev.sluice.db.OptionalArray;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// SQL of `audit_entry`.
final class AuditStore {
    private static final String INSERT = """
            INSERT INTO audit_entry (organization_id, id, begun_at, actor_id, actor_name, actor_role, address, action,
                subject, sealed, outcome, mac)
            VALUES (:organization, :id, :begunAt, :actor, :actorName, :actorRole, :address, :action, :subject, :sealed,
                :outcome::integer, :mac)
            """;

    /// Completes an entry. A linked entry never changes, and neither does a subject that is set.
    private static final String END = """
            UPDATE audit_entry
            SET outcome = :outcome, subject = COALESCE(subject, :subject::text), sealed = :sealed, mac = :mac
            WHERE organization_id = :organization AND id = :id AND position IS NULL
            """;

    private static final String COLUMNS = """
            SELECT organization_id, id, begun_at, actor_id, actor_name, actor_role, address, action, subject, sealed,
                   outcome, position, hash, mac
            FROM audit_entry
            """;

    /// Latest entries of an actor, by the index.
    private static final String LATEST_OF = COLUMNS + """
            WHERE organization_id = :organization AND actor_id = :actor ORDER BY id DESC LIMIT :limit
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

    /// Keyset pagination: newer entries come before the first page, so no entry appears twice.
    private static final String BELOW =
            COLUMNS + FILTER + "AND (:below::uuid IS NULL OR id < :below::uuid) ORDER BY id DESC LIMIT :limit";

    /// Loose index scan: steps from one actor to the next, however many entries each has. The name is the actor's
    /// latest.
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

    /// Loose index scan: steps from one organization to the next, however many unlinked rows each has.
    private static final String LOOSE = """
            WITH RECURSIVE loose (id) AS (
                (SELECT organization_id FROM audit_entry
                    WHERE position IS NULL AND organization_id >= :from ORDER BY organization_id LIMIT 1)
                UNION ALL
                SELECT (
                    SELECT organization_id FROM audit_entry
                    WHERE position IS NULL AND organization_id > loose.id ORDER BY organization_id LIMIT 1)
                FROM loose WHERE loose.id IS NOT NULL)
            SELECT id FROM loose WHERE id IS NOT NULL LIMIT :limit
            """;

    private static final String UNLINKED = COLUMNS + """
            WHERE organization_id = :organization AND position IS NULL ORDER BY id LIMIT :limit
            """;

    private static final String UNLINKED_AFTER = COLUMNS + """
            WHERE position IS NULL
                AND (:organization::uuid IS NULL OR (organization_id, id) > (:organization::uuid, :id::uuid))
            ORDER BY organization_id, id LIMIT :limit
            """;

    /// Links the row only if it is unchanged since it was read.
    private static final String LINK = """
            UPDATE audit_entry SET position = :position, hash = :hash
            WHERE organization_id = :organization AND id = :id AND position IS NULL
                AND mac = :mac AND outcome IS NOT DISTINCT FROM :outcome::integer
            """;

    private static final String IS_LINKED_AS = """
            SELECT EXISTS (
                SELECT FROM audit_entry
                WHERE organization_id = :organization AND position = :position AND hash = :hash)
            """;

    private static final String IS_LINKED = """
            SELECT EXISTS (SELECT FROM audit_entry WHERE position IS NOT NULL)
            """;

    private static final String LINKED_AFTER = COLUMNS + """
            WHERE organization_id = :organization AND position IS NOT NULL AND (position, id) > (:position, :id)
            ORDER BY position, id LIMIT :limit
            """;

    private AuditStore() {}

    /// A stored entry.
    ///
    /// @param mac MAC over all fields; null until the entry is signed
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
            @Nullable Integer outcome,
            @Nullable Long position,
            byte @Nullable [] hash,
            byte @Nullable [] mac) {
        /// Returns the completed entry.
        ///
        /// @param created id of the object that the action created; ignored if the entry already has a subject
        Row ended(int status, @Nullable String created, byte[] withheld) {
            return copy(subject == null ? created : subject, withheld, status, mac);
        }

        Row with(byte[] right) {
            return copy(subject, sealed, outcome, right);
        }

        private Row copy(
                @Nullable String newSubject, byte[] newSealed, @Nullable Integer newOutcome, byte @Nullable [] newMac) {
            return new Row(
                    organizationId,
                    id,
                    begunAt,
                    actorId,
                    actorName,
                    actorRole,
                    address,
                    action,
                    newSubject,
                    newSealed,
                    newOutcome,
                    position,
                    hash,
                    newMac);
        }
    }

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
                .bind("outcome", row.outcome())
                .bind("mac", row.mac())
                .execute();
    }

    /// Returns the latest entries of a row's actor.
    static List<Row> latestOf(Tx tx, Row row, int limit) {
        return tx.handle()
                .createQuery(LATEST_OF)
                .bind("organization", row.organizationId())
                .bind("actor", row.actorId())
                .bind("limit", limit)
                .map((each, _) -> read(each))
                .list();
    }

    /// Completes an entry.
    static void end(Tx tx, Row row) {
        tx.handle()
                .createUpdate(END)
                .bind("organization", row.organizationId())
                .bind("id", row.id())
                .bind("outcome", row.outcome())
                .bind("subject", row.subject())
                .bind("sealed", row.sealed())
                .bind("mac", row.mac())
                .execute();
    }

    /// Counts matching entries, up to a maximum.
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

    /// Returns the newest entries below an id, or the newest of all.
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

    static List<Audits.AuditActor> actors(Handle handle, UUID organizationId, int limit) {
        return handle.createQuery(ACTORS)
                .bind("organization", organizationId)
                .bind("limit", limit)
                .map((row, _) ->
                        new Audits.AuditActor(row.getObject("actor_id", UUID.class), row.getString("actor_name")))
                .list();
    }

    /// Returns organizations with unlinked rows, in order, starting at an id.
    static List<UUID> loose(Handle handle, UUID from, int limit) {
        return handle.createQuery(LOOSE)
                .bind("from", from)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    /// Returns unlinked rows of an organization, in the order of their ids.
    static List<Row> unlinked(Tx tx, UUID organizationId, int limit) {
        return tx.handle()
                .createQuery(UNLINKED)
                .bind("organization", organizationId)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    /// Reads unlinked rows of all organizations, after a row.
    static List<Row> unlinkedAfter(Handle handle, @Nullable Row last, int limit) {
        return handle.createQuery(UNLINKED_AFTER)
                .bind("organization", last == null ? null : last.organizationId())
                .bind("id", last == null ? null : last.id())
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    /// Links a row; false if it has changed since it was read.
    static boolean link(Tx tx, Row row, long position, byte[] hash) {
        return tx.handle()
                        .createUpdate(LINK)
                        .bind("organization", row.organizationId())
                        .bind("id", row.id())
                        .bind("mac", row.mac())
                        .bind("outcome", row.outcome())
                        .bind("position", position)
                        .bind("hash", hash)
                        .execute()
                == 1;
    }

    /// Returns true if a row with this hash is linked at this position.
    static boolean isLinkedAs(Handle handle, UUID organizationId, long position, byte[] hash) {
        return handle.createQuery(IS_LINKED_AS)
                .bind("organization", organizationId)
                .bind("position", position)
                .bind("hash", hash)
                .mapTo(Boolean.class)
                .one();
    }

    /// Returns true if any organization has a linked entry.
    static boolean isLinked(Handle handle) {
        return handle.createQuery(IS_LINKED).mapTo(Boolean.class).one();
    }

    /// Returns linked rows after a position and id.
    static List<Row> linkedAfter(Handle handle, UUID organizationId, long position, UUID id, int limit) {
        return handle.createQuery(LINKED_AFTER)
                .bind("organization", organizationId)
                .bind("position", position)
                .bind("id", id)
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
                row.getObject("outcome", Integer.class),
                row.getObject("position", Long.class),
                row.getBytes("hash"),
                row.getBytes("mac"));
    }
}
