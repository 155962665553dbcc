package dev.sluice.bench.seed;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/// Past trade reaches its final status by the service's own work, before the first deposit.
class PastTradeTest {
    private static final int EACH = 120;
    private static final String COMPLETED = """
            SELECT count(*) FROM disbursement d JOIN disbursement_progress p USING (organization_id, id)
            WHERE d.receiver IS NOT NULL AND p.status = 'completed'""";
    private static final String DEPOSITS = """
            SELECT count(*) FROM deposit d JOIN deposit_progress p USING (organization_id, id)
            WHERE d.type = 'crypto' AND p.status = '%s'""";

    @Test
    void is_over_and_the_books_are_right() throws SQLException {
        try (var premises = new Premises()) {
            premises.trade(EACH, 1);
            premises.deposits(100, 1);
            assertThat(premises.audit().faults()).isEmpty();
            assertThat(count(premises, COMPLETED)).isEqualTo(EACH);
            assertThat(count(premises, DEPOSITS.formatted("completed"))).isBetween(EACH * 3L / 4, EACH - 1L);
            assertThat(count(premises, DEPOSITS.formatted("completed"))
                            + count(premises, DEPOSITS.formatted("expired")))
                    .isEqualTo(EACH);
            assertThat(count(premises, "SELECT count(*) FROM convert")).isEqualTo(EACH);
            assertThat(count(premises, "SELECT count(*) FROM checkout WHERE NOT open"))
                    .isEqualTo(EACH);
            assertThat(premises.one(
                            "SELECT (SELECT max(id::text) FROM convert)"
                                    + " < (SELECT min(id::text) FROM deposit WHERE type = 'fiat')",
                            Boolean.class))
                    .isTrue();
        }
    }

    private static long count(Premises premises, String sql) {
        return premises.one(sql, Long.class);
    }
}
