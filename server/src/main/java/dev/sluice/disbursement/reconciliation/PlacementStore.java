package dev.sluice.disbursement.reconciliation;

import dev.sluice.db.Batch;
import dev.sluice.disbursement.Status;
import dev.sluice.disbursement.lane.Gas;
import dev.sluice.disbursement.lane.Placement;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.rail.PayoutRef;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of the walk through all payouts that proves the books. It reads only the columns that decide the place of the
/// money.
final class PlacementStore {
    /// Walks both tables along their keys, side by side.
    static final String SELECT_AFTER = """
            SELECT d.organization_id, d.id, d.asset, d.units, d.fee_units, d.rail, p.status, p.returned_units, p.on_chain,
                p.transfers
            FROM disbursement d JOIN disbursement_progress p USING (organization_id, id)
            WHERE (d.organization_id, d.id) > (:organization, :id) AND (p.organization_id, p.id) > (:organization, :id)
            ORDER BY d.organization_id, d.id LIMIT :limit
            """;

    private static final String ASKED = """
            SELECT d.organization_id, d.id, d.asset, d.units, d.rail, d.receiver,
                CASE WHEN p.detached THEN NULL ELSE p.returned_units END AS returned
            FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, id)
            JOIN disbursement d USING (organization_id, id)
            JOIN disbursement_progress p USING (organization_id, id)
            """;

    private PlacementStore() {}

    /// A payout as it was ordered.
    ///
    /// @param receiver wallet to pay, if there is one
    /// @param returned units that its rail returned, if it is reversed
    record OrderedPayout(
            String asset,
            BigInteger units,
            String rail,
            @Nullable String receiver,
            @Nullable BigInteger returned) {}

    static Map<PayoutRef, OrderedPayout> ordered(Handle snapshot, List<PayoutRef> payouts) {
        var asked = new HashMap<PayoutRef, OrderedPayout>();
        Batch.of(ASKED)
                .uuids(payouts, PayoutRef::organizationId)
                .uuids(payouts, PayoutRef::payoutId)
                .query(
                        snapshot,
                        row -> asked.put(
                                new PayoutRef(
                                        row.getObject("organization_id", UUID.class), row.getObject("id", UUID.class)),
                                new OrderedPayout(
                                        row.getString("asset"),
                                        row.getBigDecimal("units").toBigIntegerExact(),
                                        row.getString("rail"),
                                        row.getString("receiver"),
                                        units(row, "returned"))));
        return asked;
    }

    /// Returns the amounts that the payout of a row should have moved in the books by now.
    static Map<LedgerVerifier.Place, BigInteger> moved(ResultSet row) throws SQLException {
        var status = Status.stored(row.getString("status"));
        var rail = row.getString("rail");
        var units = row.getBigDecimal("units").toBigIntegerExact();
        var moved = Placement.of(status, rail, units, units(row, "returned_units"))
                .moved(
                        row.getString("asset"),
                        units,
                        row.getBigDecimal("fee_units").toBigIntegerExact());
        Gas.moved(moved, Gas.read(row.getString("on_chain")), rail);
        return moved;
    }

    private static @Nullable BigInteger units(ResultSet row, String column) throws SQLException {
        var units = row.getBigDecimal(column);
        return units == null ? null : units.toBigIntegerExact();
    }
}
