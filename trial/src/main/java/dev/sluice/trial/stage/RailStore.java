package dev.sluice.trial.stage;

import dev.sluice.db.Database;
import java.util.UUID;

/// What the sandbox's bank and its chain have paid, beside what the service says of it.
public final class RailStore {
    private static final String UNPAID = """
            SELECT count(*)
            FROM disbursement d
            JOIN disbursement_progress p USING (organization_id, id)
            JOIN reference_currency c ON c.code = d.asset
            LEFT JOIN rail_sandbox_payment s ON s.organization_id = d.organization_id AND s.payout_id = d.id
            WHERE p.status = 'completed'
                AND (s.accepted_at IS NULL OR s.cancelled_at IS NOT NULL OR s.units <> d.units)
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

    private static final String PAID_AND_GIVEN_BACK = """
            SELECT count(*)
            FROM rail_sandbox_payment s
            JOIN disbursement_progress p ON p.organization_id = s.organization_id AND p.id = s.payout_id
            WHERE s.behaviour = 0 AND s.accepted_at IS NOT NULL AND s.cancelled_at IS NULL
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

    private static final String UNHEARD = """
            SELECT (SELECT count(*) FROM rail_sandbox_payin WHERE notices_left > 0)
                 + (SELECT count(*) FROM rail_receipt WHERE read_at IS NULL)
            """;

    private static final String MERCHANT = """
            SELECT DISTINCT organization_id FROM webhook_endpoint
            """;

    private final Database database;

    public RailStore(Database database) {
        this.database = database;
    }

    /// Payouts that are said to be completed, and that neither bank nor chain has paid like that.
    long unpaid() {
        return number(UNPAID) + number(UNPAID_TOKENS);
    }

    /// Payments that bank or chain has made, and whose payouts are said not to be completed.
    long givenBack() {
        return number(PAID_AND_GIVEN_BACK) + number(TOKENS_PAID_AND_GIVEN_BACK);
    }

    /// Payments that nobody asked for.
    long paidForNobody() {
        return number(PAID_FOR_NOBODY);
    }

    /// Payments of payers that the bank has still to tell of, or whose notices nobody has read.
    long unheard() {
        return number(UNHEARD);
    }

    /// The only merchant who is told of anything.
    public UUID merchant() {
        return database.read(
                handle -> handle.createQuery(MERCHANT).mapTo(UUID.class).one());
    }

    private long number(String sql) {
        return database.read(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }
}
