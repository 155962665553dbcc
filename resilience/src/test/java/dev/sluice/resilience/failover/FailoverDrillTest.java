package dev.sluice.resilience.failover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.resilience.failover.FailoverDrill.DrillPlan;
import dev.sluice.resilience.failover.Pair.Standby;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.stage.Compiled;
import dev.sluice.resilience.stage.Volume;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Short drills. The full ones are `./sluice failover-test`.
@Tag("slow")
class FailoverDrillTest {
    private static final Duration A_MOMENT = Duration.ofSeconds(2);
    private static final Duration PARTED = Duration.ofSeconds(1);

    @Test
    void a_standby_takes_over_and_nothing_that_was_acknowledged_is_lost() throws Exception {
        try (var volume = Volume.folder()) {
            var report = FailoverDrill.run(shell(), Compiled.service(), volume.dir(), 1, DrillPlan.sudden(A_MOMENT));
            assertThat(report.findings()).isEmpty();
            assertThat(report.checked()).containsKeys(Invariant.BOOKS_PROVED, Invariant.NOTHING_ACKNOWLEDGED_IS_LOST);
            assertThat(report.answered()).isPositive();
            assertThat(report.isSoonBack()).as("%s", report.outage()).isTrue();
            assertThat(report.isSeenToLose()).isFalse();
        }
    }

    /// Negative control: an asynchronous standby.
    @Test
    void what_is_acknowledged_and_not_on_the_standby_is_missed() throws Exception {
        try (var volume = Volume.folder()) {
            var plan = new DrillPlan(Standby.ASYNCHRONOUS, A_MOMENT, PARTED);
            var report = FailoverDrill.run(shell(), Compiled.service(), volume.dir(), 1, plan);
            assertThat(report.isSeenToLose()).as("%s", report.findings()).isTrue();
        }
    }

    @Test
    void time_is_turned_back_to_a_moment_and_the_service_goes_on_from_there() throws IOException, SQLException {
        try (var volume = Volume.folder()) {
            var report = RestoreDrill.run(shell(), Compiled.service(), volume.dir(), 1, A_MOMENT);
            assertThat(report.findings()).isEmpty();
            assertThat(report.answeredBefore()).isPositive();
            assertThat(report.undone()).isPositive();
            assertThat(report.forgotten()).isPositive();
            assertThat(report.waited()).isPositive();
        }
    }

    @Test
    void where_nothing_happened_nothing_is_right() {
        assertThat(FailoverTest.isRight(failover(1))).isTrue();
        assertThat(FailoverTest.isRight(failover(0))).isFalse();
        assertThat(FailoverTest.isRight(restore(1, 1, 1, 1))).isTrue();
        assertThat(FailoverTest.isRight(restore(0, 1, 1, 1))).isFalse();
        assertThat(FailoverTest.isRight(restore(1, 0, 1, 1))).isFalse();
        assertThat(FailoverTest.isRight(restore(1, 1, 0, 1))).isFalse();
        assertThat(FailoverTest.isRight(restore(1, 1, 1, 0))).isFalse();
    }

    private static FailoverDrill.Report failover(int answered) {
        var outage = Duration.ofSeconds(1);
        return new FailoverDrill.Report(answered, 1, outage, outage, Duration.ZERO, List.of(), Map.of());
    }

    private static RestoreDrill.Report restore(int answeredBefore, int undone, long forgotten, long waited) {
        return new RestoreDrill.Report(answeredBefore, undone, forgotten, waited, Duration.ZERO, List.of(), Map.of());
    }

    private static Shell shell() throws IOException {
        return Shell.in(Programs.ofPostgres().orElseThrow());
    }
}
