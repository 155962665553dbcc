package dev.sluice.idempotency;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.idempotency.ReferenceClaims.Claimed;
import dev.sluice.idempotency.ReferenceClaims.Kind;
import dev.sluice.idempotency.ReferenceClaims.Name;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// SQL of `idempotency_reference`: the references in use, each with its payment.
final class ReferenceClaimStore {
    private static final String SELECT = """
            SELECT r.organization_id, r.kind, r.reference, r.payment_id
            FROM unnest(?::uuid[], ?::text[], ?::text[]) AS wanted (organization_id, kind, reference)
            JOIN idempotency_reference r USING (organization_id, kind, reference)
            """;

    private static final String LOCK = SELECT + """
            ORDER BY r.organization_id, r.kind, r.reference FOR UPDATE OF r
            """;

    private static final String HOLD_OTHERS = """
            SELECT r.organization_id, r.kind, r.reference, r.payment_id
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::uuid[])
                 AS wished (organization_id, kind, reference, payment_id)
            JOIN idempotency_reference r USING (organization_id, kind, reference)
            WHERE r.payment_id <> wished.payment_id
            ORDER BY r.organization_id, r.kind, r.reference FOR SHARE OF r
            """;

    private static final String INSERT = """
            INSERT INTO idempotency_reference (organization_id, kind, reference, payment_id)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::uuid[])
            """;

    private static final String INSERT_IF_FREE = """
            INSERT INTO idempotency_reference (organization_id, kind, reference, payment_id)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::uuid[])
            ON CONFLICT DO NOTHING
            """;

    private static final String DELETE = """
            DELETE FROM idempotency_reference r
            USING unnest(?::uuid[], ?::text[], ?::text[], ?::uuid[])
                  AS freed (organization_id, kind, reference, payment_id)
            WHERE r.organization_id = freed.organization_id AND r.kind = freed.kind AND r.reference = freed.reference
                  AND r.payment_id = freed.payment_id
            RETURNING r.organization_id, r.kind, r.reference, r.payment_id
            """;

    private ReferenceClaimStore() {}

    static Supplier<Map<Name, UUID>> find(Tx tx, List<Name> names) {
        return holders(tx, SELECT, names);
    }

    static Supplier<Map<Name, UUID>> lock(Tx tx, List<Name> names) {
        return holders(tx, LOCK, names);
    }

    private static Supplier<Map<Name, UUID>> holders(Tx tx, String sql, List<Name> names) {
        if (names.isEmpty()) {
            return Map::of;
        }
        var found = names(sql, names, name -> name).queueQuery(tx, ReferenceClaimStore::claimed);
        return () -> found.get().stream().collect(Collectors.toMap(Claimed::name, Claimed::paymentId));
    }

    static void insert(Tx tx, List<Claimed> claims) {
        run(tx, INSERT, claims);
    }

    static void insertIfFree(Tx tx, List<Claimed> claims) {
        run(tx, INSERT_IF_FREE, claims);
    }

    static void holdOthers(Tx tx, List<Claimed> claims) {
        if (!claims.isEmpty()) {
            names(HOLD_OTHERS, claims, Claimed::name)
                    .uuids(claims, Claimed::paymentId)
                    .queueQuery(tx, ReferenceClaimStore::claimed);
        }
    }

    static Supplier<List<Claimed>> delete(Tx tx, List<Claimed> freed) {
        return freed.isEmpty()
                ? List::of
                : names(DELETE, freed, Claimed::name)
                        .uuids(freed, Claimed::paymentId)
                        .queueQuery(tx, ReferenceClaimStore::claimed);
    }

    private static void run(Tx tx, String sql, List<Claimed> claims) {
        if (!claims.isEmpty()) {
            names(sql, claims, Claimed::name).uuids(claims, Claimed::paymentId).write(tx);
        }
    }

    private static Claimed claimed(ResultSet row) throws SQLException {
        return new Claimed(
                new Name(row.getObject(1, UUID.class), Kind.of(row.getString(2)), row.getString(3)),
                row.getObject(4, UUID.class));
    }

    private static <T> Batch names(String sql, List<T> rows, Function<T, Name> name) {
        return Batch.of(sql)
                .uuids(rows, row -> name.apply(row).organizationId())
                .texts(rows, row -> name.apply(row).kind().code())
                .texts(rows, row -> name.apply(row).reference());
    }
}
