package dev.sluice.disbursement;

import dev.sluice.ledger.Audit;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/// SQL of the walk through all payouts that proves the books: of each, only what tells where its money should be.
final class PlacementStore {
    /// Both tables are walked along their keys, side by side.
    static final String SELECT_AFTER = """
            SELECT d.organization_id, d.id, d.asset, d.units, d.fee_units, d.rail, p.status, p.on_chain, p.transfers
            FROM disbursement d JOIN disbursement_progress p USING (organization_id, id)
            WHERE (d.organization_id, d.id) > (:organization, :id) AND (p.organization_id, p.id) > (:organization, :id)
            ORDER BY d.organization_id, d.id LIMIT :limit
            """;

    private PlacementStore() {}

    /// What the payout of a row should have moved in the books by now.
    static Map<Audit.Place, BigInteger> moved(ResultSet row) throws SQLException {
        var status = Status.stored(row.getString("status"));
        var rail = row.getString("rail");
        var moved = Placement.of(status, rail)
                .moved(
                        row.getString("asset"),
                        row.getBigDecimal("units").toBigIntegerExact(),
                        row.getBigDecimal("fee_units").toBigIntegerExact());
        Gas.moved(moved, Gas.read(row.getString("on_chain")), rail);
        return moved;
    }
}
