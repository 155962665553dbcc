package dev.sluice.disbursement;

import dev.sluice.ledger.Audit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of the walk through all payouts that proves the books: of each, only what tells where its money should be.
final class PlacementStore {
    /// Both tables are walked along their keys, side by side.
    private static final String SELECT_AFTER = """
            SELECT d.organization_id, d.id, d.asset, d.units, d.fee_units, d.rail, p.status, p.transfers
            FROM disbursement d JOIN disbursement_progress p USING (organization_id, id)
            WHERE (d.organization_id, d.id) > (:organization, :id) AND (p.organization_id, p.id) > (:organization, :id)
            ORDER BY d.organization_id, d.id LIMIT :limit
            """;

    private PlacementStore() {}

    /// What the payouts after one should have moved in the books by now.
    static List<Audit.Expected> after(Handle snapshot, UUID organizationId, UUID id, int limit) {
        return snapshot.createQuery(SELECT_AFTER)
                .bind("organization", organizationId)
                .bind("id", id)
                .bind("limit", limit)
                .map((row, _) -> expected(row))
                .list();
    }

    private static Audit.Expected expected(ResultSet row) throws SQLException {
        var status = Status.stored(row.getString("status"));
        var moved = Placement.of(status, row.getString("rail"))
                .moved(
                        row.getString("asset"),
                        row.getBigDecimal("units").toBigIntegerExact(),
                        row.getBigDecimal("fee_units").toBigIntegerExact());
        return new Audit.Expected(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                moved,
                row.getInt("transfers"));
    }
}
