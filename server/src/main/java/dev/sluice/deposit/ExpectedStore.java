package dev.sluice.deposit;

import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.lane.Placement;
import dev.sluice.ledger.LedgerVerifier;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/// SQL of the walk through all deposits that proves the books.
final class ExpectedStore {
    static final String SELECT_AFTER = "SELECT " + DepositStore.WHOLE + """
            FROM deposit d JOIN deposit_progress p USING (organization_id, id)
            WHERE (d.organization_id, d.id) > (:organization, :id) AND (p.organization_id, p.id) > (:organization, :id)
            ORDER BY d.organization_id, d.id LIMIT :limit
            """;

    private ExpectedStore() {}

    /// Returns the amounts that the deposit of a row should have moved in the books by now.
    static Map<LedgerVerifier.Place, BigInteger> moved(ResultSet row) throws SQLException {
        var owed = DepositRows.owed(row);
        return DepositRows.state(row) instanceof Completed(var credit, var _)
                ? Placement.moved(credit, owed, row.getString("rail"))
                : Placement.moved(owed);
    }
}
