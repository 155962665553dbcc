package dev.sluice.resilience.stage;

import dev.sluice.db.Database;
import java.math.BigInteger;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/// SQL on the payments of the sandbox's bank and chain, compared with the service's state.
public final class RailStore {
    private static final String UNPAID = """
            SELECT count(*)
            FROM disbursement d
            JOIN disbursement_progress p USING (organization_id, id)
            JOIN reference_currency c ON c.code = d.asset
            LEFT JOIN rail_sandbox_payment s ON s.organization_id = d.organization_id AND s.payout_id = d.id
            WHERE p.status = 'completed'
                AND (s.accepted_at IS NULL OR s.cancelled_at IS NOT NULL OR s.units <> d.units
                     OR s.behaviour NOT IN (0, 24, 25, 33))
            """;

    private static final String UNPAID_TOKENS = """
            SELECT count(*)
            FROM disbursement d
            JOIN disbursement_progress p USING (organization_id, id)
            LEFT JOIN reference_currency c ON c.code = d.asset
            LEFT JOIN rail_sandbox_chain_payout s ON s.organization_id = d.organization_id AND s.payout_id = d.id
            WHERE p.status = 'completed' AND c.code IS NULL
                AND (s.nonce IS NULL OR s.stopped_at IS NOT NULL OR s.units <> d.units OR s.asset <> d.asset)
            """;

    /// Payments with these behaviours are paid in the end.
    private static final String PAID_AND_GIVEN_BACK = """
            SELECT count(*)
            FROM rail_sandbox_payment s
            JOIN disbursement_progress p ON p.organization_id = s.organization_id AND p.id = s.payout_id
            WHERE s.behaviour IN (0, 24, 25, 33) AND s.accepted_at IS NOT NULL AND s.cancelled_at IS NULL
                AND p.status <> 'completed'
            """;

    private static final String TOKENS_PAID_AND_GIVEN_BACK = """
            SELECT count(*)
            FROM rail_sandbox_chain_payout s
            JOIN disbursement_progress p ON p.organization_id = s.organization_id AND p.id = s.payout_id
            WHERE s.behaviour = 0 AND s.nonce IS NOT NULL AND s.stopped_at IS NULL AND p.status <> 'completed'
            """;

    private static final String PAID_FOR_NOBODY = """
            SELECT count(*)
            FROM (SELECT organization_id, payout_id FROM rail_sandbox_payment
                  UNION ALL SELECT organization_id, payout_id FROM rail_sandbox_chain_payout) s
            LEFT JOIN disbursement d ON d.organization_id = s.organization_id AND d.id = s.payout_id
            WHERE d.id IS NULL
            """;

    private static final String MOVED = """
            SELECT asset, sum(units)::text AS units
            FROM (SELECT currency AS asset, units FROM rail_sandbox_payment
                  WHERE behaviour IN (0, 24, 25, 33) AND accepted_at IS NOT NULL AND cancelled_at IS NULL
                  UNION ALL SELECT asset, -units FROM rail_sandbox_payin) AS moved
            GROUP BY asset
            """;

    private static final String TOKENS_MOVED = """
            SELECT asset, sum(units)::text AS units
            FROM (SELECT asset, units FROM rail_sandbox_chain_payout
                  WHERE behaviour = 0 AND nonce IS NOT NULL AND stopped_at IS NULL
                  UNION ALL SELECT asset, -units FROM rail_sandbox_chain_payment) AS moved
            GROUP BY asset
            """;

    private static final String PAYMENTS = """
            SELECT payout_id, units::bigint AS units, behaviour FROM rail_sandbox_payment
            UNION ALL SELECT payout_id, units::bigint, behaviour FROM rail_sandbox_chain_payout
            """;

    private static final String ENDED = """
            SELECT id, status FROM disbursement_progress WHERE status <> 'pending'
            """;

    private static final String UNHEARD = """
            SELECT (SELECT count(*) FROM rail_sandbox_payin WHERE notices_left > 0)
                 + (SELECT count(*) FROM rail_incoming_payment WHERE read_at IS NULL)
            """;

    private static final String MERCHANT = """
            SELECT DISTINCT organization_id FROM webhook_endpoint
            """;

    private final Database database;

    public RailStore(Database database) {
        this.database = database;
    }

    /// Returns the number of completed payouts without a matching payment by bank or chain.
    long unpaid() {
        return number(UNPAID) + number(UNPAID_TOKENS);
    }

    /// Returns the number of payments whose payouts are not completed.
    long givenBack() {
        return number(PAID_AND_GIVEN_BACK) + number(TOKENS_PAID_AND_GIVEN_BACK);
    }

    /// Returns the number of payments without a payout.
    long paidForNobody() {
        return number(PAID_FOR_NOBODY);
    }

    /// Returns the bank's outgoing minus incoming money, by asset.
    Map<String, BigInteger> moved() {
        return sums(MOVED);
    }

    /// Returns the chain's outgoing minus incoming tokens, by asset.
    Map<String, BigInteger> tokensMoved() {
        return sums(TOKENS_MOVED);
    }

    /// Returns the number of payments that deviate from an acknowledged payout: in the amount, or in the behaviour
    /// of the account.
    long otherwise(Map<UUID, Promises.Item> asked) {
        return database.read(handle -> handle
                .createQuery(PAYMENTS)
                .map((row, _) -> {
                    var item = asked.get(row.getObject("payout_id", UUID.class));
                    return item == null
                            || item.equals(new Promises.Item(row.getLong("units"), row.getInt("behaviour")));
                })
                .stream()
                .filter(right -> !right)
                .count());
    }

    /// Returns the number of acknowledged payouts with an unexpected final status, even if nothing was paid and
    /// the books agree.
    long endedOtherwise(Map<UUID, Promises.Item> asked) {
        return database.read(handle -> handle
                .createQuery(ENDED)
                .map((row, _) -> {
                    var item = asked.get(row.getObject("id", UUID.class));
                    return item == null || item.end().equals(row.getString("status"));
                })
                .stream()
                .filter(right -> !right)
                .count());
    }

    /// Returns the number of payers' payments that the bank has still to report, or whose notices are unread.
    long unheard() {
        return number(UNHEARD);
    }

    /// Returns the only merchant with a webhook endpoint.
    public UUID merchant() {
        return database.read(
                handle -> handle.createQuery(MERCHANT).mapTo(UUID.class).one());
    }

    private Map<String, BigInteger> sums(String sql) {
        return database.read(handle -> handle.createQuery(sql)
                .map((row, _) -> Map.entry(row.getString("asset"), new BigInteger(row.getString("units"))))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    private long number(String sql) {
        return database.read(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }
}
