package dev.sluice.trial.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.trial.proof.Findings.Finding;
import dev.sluice.trial.proof.Invariant;
import dev.sluice.trial.stage.Compiled;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A short crash test. All of it is `./sluice crash-test`.
class DrillTest {
    private static final Duration A_MOMENT = Duration.ofSeconds(2);
    private static final String UNDO_A_PAYMENT = """
            UPDATE rail_sandbox_payment SET accepted_at = NULL, ends_at = NULL, notice_at = NULL
            WHERE payout_id = (SELECT id FROM disbursement_progress JOIN disbursement USING (organization_id, id)
                               WHERE status = 'completed' AND asset = 'IDR' LIMIT 1)
            """;

    @TempDir
    Path dir;

    @Test
    void nothing_is_lost_when_processes_are_killed_and_the_proof_would_see_it() throws Exception {
        try (var drill = Drill.open(1, A_MOMENT, Compiled.service(), dir)) {
            for (var blow : List.of(Blow.KILL_SERVICE, Blow.KILL_POSTGRES, Blow.CUT)) {
                var report = drill.strike(blow);
                assertThat(report.findings()).as(blow.word()).isEmpty();
                assertThat(report.answered()).as(blow.word()).isPositive();
            }

            tamper(drill);

            assertThat(drill.prove()).extracting(Finding::invariant).containsExactly(Invariant.PAYOUTS_AGREE_WITH_RAIL);
        }
    }

    private static void tamper(Drill drill) throws SQLException {
        var address = drill.address();
        try (var connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
                var statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(UNDO_A_PAYMENT)).isEqualTo(1);
        }
    }
}
