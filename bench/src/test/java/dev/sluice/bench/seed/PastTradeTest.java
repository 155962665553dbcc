package dev.sluice.bench.seed;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Past trade reaches its final status by the service's own work, before the first deposit.
@Tag("slow")
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
        try (var environment = new SeedEnvironment()) {
            environment.trade(EACH, 1);
            environment.deposits(100, 1);
            assertThat(environment.audit().faults()).isEmpty();
            assertThat(count(environment, COMPLETED)).isEqualTo(EACH);
            assertThat(count(environment, DEPOSITS.formatted("completed"))).isBetween(EACH * 3L / 4, EACH - 1L);
            assertThat(count(environment, DEPOSITS.formatted("completed"))
                            + count(environment, DEPOSITS.formatted("expired")))
                    .isEqualTo(EACH);
            assertThat(count(environment, "SELECT count(*) FROM convert")).isEqualTo(EACH);
            assertThat(count(environment, "SELECT count(*) FROM checkout WHERE NOT open"))
                    .isEqualTo(EACH);
            assertThat(environment.one(
                            "SELECT (SELECT max(id::text) FROM convert)"
                                    + " < (SELECT min(id::text) FROM deposit WHERE type = 'fiat')",
                            Boolean.class))
                    .isTrue();
        }
    }

    private static long count(SeedEnvironment environment, String sql) {
        return environment.one(sql, Long.class);
    }
}
