package dev.sluice.rail.evm.payout;

/// SQL of the payments in the rail's books.
public final class OrderStore {
    /// For [dev.sluice.rail.RailBooks].
    public static final String ORDERS = """
            SELECT 'evm' AS rail, organization_id, payout_id, token AS asset, units AS units, payee AS payee,
                NULL::numeric AS returned
            FROM rail_evm_payout
            WHERE (organization_id, payout_id) > (:organization, :id)
            ORDER BY organization_id, payout_id LIMIT :limit
            """;

    private OrderStore() {}
}
