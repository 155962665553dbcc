package dev.sluice.disbursement;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// SQL of `disbursement_reference`: which references are in use, and by which payout.
final class ReferenceStore {
    private static final String SELECT = """
            SELECT r.organization_id, r.reference, r.disbursement_id
            FROM unnest(?::uuid[], ?::text[]) AS wanted (organization_id, reference)
            JOIN disbursement_reference r USING (organization_id, reference)
            """;

    private static final String INSERT = """
            INSERT INTO disbursement_reference (organization_id, reference, disbursement_id)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::uuid[])
            """;

    private static final String INSERT_IF_FREE = """
            INSERT INTO disbursement_reference (organization_id, reference, disbursement_id)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::uuid[])
            ON CONFLICT DO NOTHING
            """;

    private static final String DELETE = """
            DELETE FROM disbursement_reference r
            USING unnest(?::uuid[], ?::text[], ?::uuid[]) AS freed (organization_id, reference, disbursement_id)
            WHERE r.organization_id = freed.organization_id AND r.reference = freed.reference
                  AND r.disbursement_id = freed.disbursement_id
            """;

    private ReferenceStore() {}

    /// A reference of an organization.
    record Name(UUID organizationId, String reference) {}

    /// A reference and the payout that has it.
    record Claimed(Name name, UUID disbursementId) {}

    /// Who has some references, of those that are in use.
    static Supplier<Map<Name, UUID>> find(Tx tx, List<Name> names) {
        if (names.isEmpty()) {
            return Map::of;
        }
        var found = Batch.of(SELECT)
                .uuids(names, Name::organizationId)
                .texts(names, Name::reference)
                .ask(
                        tx,
                        row -> new Claimed(
                                new Name(row.getObject(1, UUID.class), row.getString(2)),
                                row.getObject(3, UUID.class)));
        return () -> found.get().stream().collect(Collectors.toMap(Claimed::name, Claimed::disbursementId));
    }

    /// Claims references that were found to be free. One that another node claimed in between fails the transaction.
    static void insert(Tx tx, List<Claimed> claims) {
        run(tx, INSERT, claims);
    }

    /// Claims those that are free: a payout that was revived, or one of an organization that allows duplicates.
    static void insertIfFree(Tx tx, List<Claimed> claims) {
        run(tx, INSERT_IF_FREE, claims);
    }

    static void delete(Tx tx, List<Claimed> freed) {
        run(tx, DELETE, freed);
    }

    private static void run(Tx tx, String sql, List<Claimed> claims) {
        if (!claims.isEmpty()) {
            Batch.of(sql)
                    .uuids(claims, claim -> claim.name().organizationId())
                    .texts(claims, claim -> claim.name().reference())
                    .uuids(claims, Claimed::disbursementId)
                    .write(tx);
        }
    }
}
