package dev.sluice.deposit;

import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.ledger.Audit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of the walk through all deposits that proves the books.
final class ExpectedStore {
    private static final String SELECT_AFTER = "SELECT " + DepositStore.WHOLE + """
            FROM deposit d JOIN deposit_progress p USING (organization_id, id)
            WHERE (d.organization_id, d.id) > (:organization, :id) AND (p.organization_id, p.id) > (:organization, :id)
            ORDER BY d.organization_id, d.id LIMIT :limit
            """;

    private ExpectedStore() {}

    /// What the deposits after one should have moved in the books by now.
    static List<Audit.Expected> after(Handle snapshot, UUID organizationId, UUID id, int limit) {
        return snapshot.createQuery(SELECT_AFTER)
                .bind("organization", organizationId)
                .bind("id", id)
                .bind("limit", limit)
                .map((row, _) -> expected(row))
                .list();
    }

    private static Audit.Expected expected(ResultSet row) throws SQLException {
        return new Audit.Expected(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                DepositRows.state(row) instanceof Completed(var credit, var _)
                        ? Placement.moved(credit, row.getString("rail"))
                        : Map.of(),
                row.getInt("transfers"));
    }
}
