package dev.sluice.disbursement;

import dev.sluice.ledger.Audit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/// SQL of the walk through all payouts that proves the books: of each, only what tells where its money should be.
final class PlacementStore {
    private static final UUID FIRST = new UUID(0, 0);
    private static final int PAGE = 1_000;

    /// Both tables are walked along their keys, side by side.
    private static final String SELECT_AFTER = """
            SELECT d.organization_id, d.id, d.units, d.fee_units, d.rail, p.status, p.transfers
            FROM disbursement d JOIN disbursement_progress p USING (organization_id, id)
            WHERE (d.organization_id, d.id) > (:organization, :id) AND (p.organization_id, p.id) > (:organization, :id)
            ORDER BY d.organization_id, d.id LIMIT :limit
            """;

    private PlacementStore() {}

    /// What every payout should have moved in the books by now.
    static void forEachPage(Handle snapshot, Consumer<List<Audit.Expected>> visitor) {
        var organizationId = FIRST;
        var id = FIRST;
        while (true) {
            var page = after(snapshot, organizationId, id);
            visitor.accept(page);
            if (page.size() < PAGE) {
                return;
            }
            organizationId = page.getLast().organizationId();
            id = page.getLast().paymentId();
        }
    }

    private static List<Audit.Expected> after(Handle snapshot, UUID organizationId, UUID id) {
        return snapshot.createQuery(SELECT_AFTER)
                .bind("organization", organizationId)
                .bind("id", id)
                .bind("limit", PAGE)
                .map((row, _) -> expected(row))
                .list();
    }

    private static Audit.Expected expected(ResultSet row) throws SQLException {
        var status = Status.stored(row.getString("status"));
        var moved = Placement.of(status, row.getString("rail"))
                .moved(
                        row.getBigDecimal("units").toBigIntegerExact(),
                        row.getBigDecimal("fee_units").toBigIntegerExact());
        return new Audit.Expected(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                moved,
                row.getInt("transfers"));
    }
}
