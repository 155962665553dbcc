package dev.sluice.rail;

import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Books of a rail about its payments, to be compared with the payouts.
///
/// @param query selects the orders after (`:organization`, `:id`) in that order, `:limit` at most: `rail`,
///     `organization_id`, `payout_id`, `asset`, `units`, `payee` and
///     `returned`
public record RailBooks(String query) {
    /// Payment of a rail for a payout.
    ///
    /// @param rail the rail's name
    /// @param payee the address that is paid; null if the books do not have it
    /// @param returned units that came back; null if the books do not have it
    public record Order(
            String rail,
            PayoutRef payout,
            String asset,
            BigInteger units,
            @Nullable String payee,
            @Nullable BigInteger returned) {}

    /// Returns the orders after that of a payout.
    public List<Order> after(Handle snapshot, PayoutRef last, int limit) {
        return snapshot.createQuery(query)
                .bind("organization", last.organizationId())
                .bind("id", last.payoutId())
                .bind("limit", limit)
                .map((row, _) -> order(row))
                .list();
    }

    private static Order order(ResultSet row) throws SQLException {
        var returned = row.getBigDecimal("returned");
        return new Order(
                row.getString("rail"),
                new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("payout_id", UUID.class)),
                row.getString("asset"),
                row.getBigDecimal("units").toBigIntegerExact(),
                row.getString("payee"),
                returned == null ? null : returned.toBigIntegerExact());
    }
}
