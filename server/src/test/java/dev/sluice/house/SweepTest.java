package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Statements that delete old rows from the tables that grow with every request: each finds them in order, by an
/// index, so that it reads only the rows that it deletes.
class SweepTest {
    private static final Set<String> LARGE = Set.of("idempotency_answer", "webhook_delivery", "requestlog_entry");
    private static final Pattern BY_AGE = Pattern.compile(" < :before\\b.*\\bLIMIT :limit", Pattern.DOTALL);
    private static final Pattern PARAMETER = Pattern.compile("\\$\\d+");
    private static final List<SqlConstants.Statement> SWEEPS = SqlConstants.all().stream()
            .filter(each -> each.sql().contains("DELETE FROM")
                    && BY_AGE.matcher(each.sql()).find())
            .filter(each -> each.tables().stream().anyMatch(LARGE::contains))
            .toList();

    @Test
    void every_large_table_is_swept() {
        assertThat(SWEEPS.stream().flatMap(each -> each.tables().stream())).containsAll(LARGE);
    }

    @Test
    void what_is_old_is_found_in_its_order() {
        try (var db = TestDatabase.create()) {
            var plans = db.database()
                    .read(handle -> SWEEPS.stream()
                            .map(each -> each + "\n" + plan(handle.getConnection(), each))
                            .toList());
            assertThat(plans)
                    .allSatisfy(plan -> assertThat(plan)
                            .containsPattern("Limit *\n.*(LockRows *\n.*)?Index (Only )?Scan using")
                            .doesNotContain("Sort"));
        }
    }

    /// Otherwise one machine with a wrong clock would delete data that all others need.
    @Test
    void nothing_is_forgotten_nor_expires_by_a_clock_that_is_ahead() {
        var app = Repository.text(Repository.ROOT.resolve("server/src/main/java/dev/sluice/app/App.java"));
        var sweepers = app.lines()
                .filter(line -> line.contains("-sweep\",") || line.contains("-expiry\","))
                .toList();
        assertThat(sweepers).hasSizeGreaterThan(10).allMatch(line -> line.contains(" sweeping("));
    }

    /// Returns the plan with other strategies disabled: PostgreSQL then sorts only if no index provides the order.
    private static String plan(Connection connection, SqlConstants.Statement statement) {
        var numbered = statement.numbered();
        int parameters = (int) PARAMETER.matcher(numbered).results().count();
        try (var explain = connection.createStatement()) {
            explain.execute("SET enable_sort = off");
            explain.execute("SET enable_bitmapscan = off");
            explain.execute("PREPARE sweep AS " + numbered);
            var lines = new StringBuilder();
            try (var rows = explain.executeQuery("EXPLAIN (COSTS off) EXECUTE sweep ("
                    + String.join(", ", Collections.nCopies(parameters, "NULL")) + ")")) {
                while (rows.next()) {
                    lines.append(rows.getString(1)).append('\n');
                }
            }
            explain.execute("DEALLOCATE sweep");
            return lines.toString();
        } catch (SQLException failed) {
            throw new IllegalStateException(statement.toString(), failed);
        }
    }
}
