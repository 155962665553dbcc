package dev.sluice.merchant;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.merchant.TenantDirectory.Kind;
import dev.sluice.merchant.TenantDirectory.Route;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/// SQL of `merchant_directory`.
final class RouteStore {
    private static final String SELECT = """
            SELECT organization_id FROM merchant_directory WHERE kind = :kind AND key = :key
            """;

    private static final String INSERT = """
            INSERT INTO merchant_directory (kind, key, organization_id) VALUES (:kind, :key, :organizationId)
            ON CONFLICT (kind, key) DO NOTHING
            """;

    private static final String TAKEN = """
            SELECT r.key FROM unnest(?::text[], ?::text[]) AS wanted (kind, key)
            JOIN merchant_directory r USING (kind, key)
            """;

    private static final String INSERT_MANY = """
            INSERT INTO merchant_directory (kind, key, organization_id, target_id, reusable_at)
            SELECT * FROM unnest(?::text[], ?::text[], ?::uuid[], ?::uuid[], ?::timestamptz[])
            """;

    private static final String SELECT_MANY = """
            SELECT r.key, r.organization_id, r.target_id, r.reusable_at
            FROM unnest(?::text[], ?::text[]) AS wanted (kind, key) JOIN merchant_directory r USING (kind, key)
            """;

    /// The conditions are those of the index.
    private static final String WALLETS = """
            SELECT key, organization_id, target_id, reusable_at FROM merchant_directory
            WHERE kind = 'DEPOSIT' AND key LIKE '%:0x%' AND starts_with(key, :prefix)
                  AND target_id >= :from AND target_id < :before
            ORDER BY target_id DESC LIMIT :limit
            """;

    private static final String DELETE = """
            DELETE FROM merchant_directory WHERE kind = :kind AND key = :key AND organization_id = :organizationId
            """;

    private static final String DELETE_REUSABLE = """
            DELETE FROM merchant_directory
            WHERE (kind, key) IN (SELECT kind, key FROM merchant_directory WHERE reusable_at <= :now
                                  ORDER BY reusable_at LIMIT :limit)
            """;

    private RouteStore() {}

    static Optional<UUID> find(Handle handle, String kind, String key) {
        return handle.createQuery(SELECT)
                .bind("kind", kind)
                .bind("key", key)
                .mapTo(UUID.class)
                .findOne();
    }

    static boolean insertIfAbsent(Handle handle, String kind, String key, UUID organizationId) {
        return handle.createUpdate(INSERT)
                        .bind("kind", kind)
                        .bind("key", key)
                        .bind("organizationId", organizationId)
                        .execute()
                == 1;
    }

    static Supplier<Set<String>> taken(Tx tx, String kind, List<String> keys) {
        if (keys.isEmpty()) {
            return Set::of;
        }
        var found = wanted(TAKEN, kind, keys).queueQuery(tx, row -> row.getString(1));
        return () -> Set.copyOf(found.get());
    }

    static void insert(Tx tx, List<Route> routes) {
        if (!routes.isEmpty()) {
            Batch.of(INSERT_MANY)
                    .texts(routes, route -> route.kind().name())
                    .texts(routes, Route::key)
                    .uuids(routes, Route::organizationId)
                    .uuids(routes, Route::targetId)
                    .instants(routes, Route::reusableAt)
                    .write(tx);
        }
    }

    static List<Route> find(Tx tx, Kind kind, List<String> keys) {
        return keys.isEmpty()
                ? List.of()
                : wanted(SELECT_MANY, kind.name(), keys)
                        .query(
                                tx,
                                row -> new Route(
                                        kind,
                                        row.getString(1),
                                        row.getObject(2, UUID.class),
                                        row.getObject(3, UUID.class),
                                        Times.optionalInstant(row, "reusable_at")));
    }

    static List<Route> wallets(Tx tx, String prefix, UUID from, UUID before, int limit) {
        return tx.handle()
                .createQuery(WALLETS)
                .bind("prefix", prefix)
                .bind("from", from)
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> new Route(
                        Kind.DEPOSIT,
                        row.getString("key"),
                        row.getObject("organization_id", UUID.class),
                        row.getObject("target_id", UUID.class),
                        Times.optionalInstant(row, "reusable_at")))
                .list();
    }

    static void delete(Handle handle, String kind, String key, UUID organizationId) {
        handle.createUpdate(DELETE)
                .bind("kind", kind)
                .bind("key", key)
                .bind("organizationId", organizationId)
                .execute();
    }

    static int deleteReusable(Tx tx, Instant now, int limit) {
        return tx.handle()
                .createUpdate(DELETE_REUSABLE)
                .bind("now", now)
                .bind("limit", limit)
                .execute();
    }

    private static Batch wanted(String sql, String kind, List<String> keys) {
        return Batch.of(sql).texts(keys, _ -> kind).texts(keys, key -> key);
    }
}
