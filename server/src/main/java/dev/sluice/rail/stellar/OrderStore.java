package dev.sluice.rail.stellar;

/// SQL of what the rail's books say that it pays.
final class OrderStore {
    /// For [dev.sluice.rail.RailBooks].
    static final String ORDERS = """
            SELECT organization_id, payout_id, token AS asset, stroops AS units, address AS payee
            FROM rail_stellar_payment
            WHERE (organization_id, payout_id) > (:organization, :id)
            ORDER BY organization_id, payout_id LIMIT :limit
            """;

    private OrderStore() {}
}
