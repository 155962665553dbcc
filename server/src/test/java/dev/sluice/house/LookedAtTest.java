package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/// The statements that find what operators have to look at: each by the index of that alone, so that it reads what
/// waits, and not all that ever did.
class LookedAtTest {
    private static final String OPEN = "deposit_payment_open_exception";

    /// As connections of the hot path plan.
    @Test
    void those_that_wait_are_counted_by_their_index() {
        assertThat(plan("deposit.ResolutionStore.OPEN", "force_generic_plan", ""))
                .contains(OPEN)
                .doesNotContain("Filter");
    }

    /// As connections of the lists plan: what is asked for is known then.
    @Test
    void those_that_wait_are_listed_by_their_index() {
        assertThat(plan("deposit.ResolutionStore.COUNT", "force_custom_plan", "(true, NULL, NULL)"))
                .contains(OPEN);
        assertThat(plan("deposit.ResolutionStore.LIST", "force_custom_plan", "(true, NULL, NULL, 20, 0)"))
                .contains(OPEN);
    }

    @Test
    void what_went_back_and_was_undone_is_found_by_its_index() {
        var index = "deposit_payment_unclosed";
        assertThat(plan("deposit.ResolutionStore.COUNT_MISSING", "force_generic_plan", ""))
                .contains(index)
                .doesNotContain("Filter");
        assertThat(plan("deposit.ResolutionStore.COUNT_MISSING_OF", "force_custom_plan", "(NULL, NULL)"))
                .contains(index);
        assertThat(plan("deposit.ResolutionStore.MISSING", "force_custom_plan", "(NULL, NULL, 20, 0)"))
                .contains(index);
    }

    /// The queue may be long and the payouts are many; those of which nobody can tell are few.
    @Test
    void payouts_of_unknown_outcome_are_found_by_their_index() {
        assertThat(plan("disbursement.BacklogStore.UNKNOWN", "force_custom_plan", "(50)"))
                .contains("disbursement_progress_unknown");
    }

    /// Those of an organization are listed in the order of their ids, as the index has them.
    @Test
    void deposits_under_review_are_found_by_their_index() {
        var index = "deposit_payment_reviewed_deposit";
        var ours = "'01900000-0000-7000-8000-000000000001'";
        assertThat(plan("deposit.DepositListStore.COUNT_EVERY_REVIEWED", "force_generic_plan", "(" + ours + ")"))
                .contains(index)
                .doesNotContain("Filter");
        var filters = ", NULL".repeat(18);
        var values = "(" + String.join(", ", ours, ours, ours, ours, ours) + filters + ", 10, 0)";
        for (var order : new String[] {"REVIEWED_CREATED_ASCENDING", "REVIEWED_CREATED_DESCENDING"}) {
            assertThat(plan("deposit.DepositListStore." + order, "force_custom_plan", values))
                    .contains(index)
                    .doesNotContain("Sort");
        }
    }

    private static String plan(String name, String mode, String values) {
        var statement = SqlConstants.all().stream()
                .filter(each -> each.toString().equals(name))
                .findFirst()
                .orElseThrow();
        try (var db = TestDatabase.create()) {
            return db.database().read(handle -> plan(handle.getConnection(), statement, mode, values));
        }
    }

    private static String plan(Connection connection, SqlConstants.Statement statement, String mode, String values) {
        try (var explain = connection.createStatement()) {
            explain.execute("SET enable_seqscan = off");
            explain.execute("SET plan_cache_mode = " + mode);
            explain.execute("PREPARE found AS " + statement.numbered());
            var lines = new StringBuilder();
            try (var rows = explain.executeQuery("EXPLAIN (COSTS off) EXECUTE found " + values)) {
                while (rows.next()) {
                    lines.append(rows.getString(1)).append('\n');
                }
            }
            return lines.toString();
        } catch (SQLException failed) {
            throw new IllegalStateException(statement.toString(), failed);
        }
    }
}
