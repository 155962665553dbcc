package dev.sluice.rail.stellar.payout;

/// SQL of the payments that the rail's books contain.
public final class OrderStore {
    /// Query for [dev.sluice.rail.RailBooks].
    public static final String ORDERS = """
            SELECT 'stellar' AS rail, organization_id, payout_id, token AS asset, stroops AS units, address AS payee,
                NULL::numeric AS returned
            FROM rail_stellar_payment
            WHERE (organization_id, payout_id) > (:organization, :id)
            ORDER BY organization_id, payout_id LIMIT :limit
            """;

    private OrderStore() {}
}
