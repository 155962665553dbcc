package dev.sluice.bench.seed;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Deposits on the past clock reach their final status by the service's own work, and payouts are filled in after
/// them.
@Tag("slow")
class PastDepositsTest {
    private static final int DEPOSITS = 2_500;
    private static final String STATUSES = "SELECT status, count(*) AS total FROM deposit_progress GROUP BY status";
    private static final String TALLIES =
            "SELECT status, sum(total)::int8 AS total FROM deposit_tally WHERE total > 0 GROUP BY status";
    private static final String BEFORE_ALL_PAYOUTS =
            "SELECT (SELECT max(id::text) FROM deposit) < (SELECT min(id::text) FROM disbursement)";
    private static final String UNDER_REVIEW =
            "SELECT count(*) FROM deposit_payment WHERE reason = 'WRONG_AMOUNT' AND resolution IS NULL";

    @Test
    void are_paid_or_over_and_the_books_are_right() throws SQLException, InterruptedException {
        try (var environment = new SeedEnvironment()) {
            environment.deposits(DEPOSITS, 1);
            environment.fill(1_000, 1);
            assertThat(environment.audit().faults()).isEmpty();
            var statuses = totals(environment, STATUSES);
            assertThat(statuses).containsOnlyKeys("completed", "expired");
            assertThat(statuses.values().stream().mapToLong(Long::longValue).sum())
                    .isEqualTo(DEPOSITS);
            assertThat(statuses.get("completed")).isGreaterThan(DEPOSITS * 9L / 10);
            assertThat(statuses.get("expired")).isGreaterThan(DEPOSITS / 20);
            assertThat(totals(environment, TALLIES)).isEqualTo(statuses);
            assertThat(environment.one(BEFORE_ALL_PAYOUTS, Boolean.class)).isTrue();
            assertThat(environment.one(UNDER_REVIEW, Long.class)).isPositive();
        }
    }

    private static Map<String, Long> totals(SeedEnvironment environment, String sql) {
        return environment.database.read(handle -> handle.createQuery(sql)
                .map((row, _) -> Map.entry(row.getString("status"), row.getLong("total")))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }
}
