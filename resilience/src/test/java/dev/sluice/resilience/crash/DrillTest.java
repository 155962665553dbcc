package dev.sluice.resilience.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.resilience.crash.Drill.DrillTimes;
import dev.sluice.resilience.proof.Findings.Finding;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.stage.Compiled;
import dev.sluice.resilience.stage.Volume;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A short crash test. The full one is `./sluice crash-test`.
@Tag("slow")
class DrillTest {
    private static final DrillTimes SHORT = new DrillTimes(Duration.ofSeconds(2), Duration.ofSeconds(3));
    /// All faults without a disk of their own, at two sites in parallel, since they mostly wait.
    private static final List<FaultInjection> KILLS = List.of(
            FaultInjection.KILL_SERVICE,
            FaultInjection.KILL_POSTGRES,
            FaultInjection.KILL_BOTH,
            FaultInjection.KILL_ONE_OF_TWO,
            FaultInjection.CUT);
    private static final List<FaultInjection> WAITS = List.of(
            FaultInjection.LATENCY,
            FaultInjection.LOST_COMMITS,
            FaultInjection.SILENCE,
            FaultInjection.FREEZE_ONE_OF_TWO);

    private static final String UNDO_A_PAYMENT = """
        UPDATE rail_sandbox_payment SET accepted_at = NULL, ends_at = NULL, notice_at = NULL
        WHERE payout_id = (SELECT id FROM disbursement_progress JOIN disbursement USING (organization_id, id)
                           WHERE status = 'completed' AND asset = 'IDR' LIMIT 1)
        """;
    private static final String HAND_OVER_AGAIN = """
        INSERT INTO rail_sandbox_payment (organization_id, payout_id, currency, exponent, units, behaviour)
        SELECT organization_id, payout_id, currency, units, behaviour FROM rail_sandbox_payment
        WHERE behaviour = 0 LIMIT 1
        ON CONFLICT (organization_id, payout_id) DO NOTHING
        """;

    private static final String PAY_ANOTHER = """
        UPDATE rail_sandbox_payment SET behaviour = 33
        WHERE payout_id = (SELECT payout_id FROM rail_sandbox_payment WHERE behaviour = 0 LIMIT 1)
        """;
    private static final String PAY_IN_MORE = """
        UPDATE rail_sandbox_payin SET units = units + 1 WHERE id = (SELECT id FROM rail_sandbox_payin LIMIT 1)
        """;
    /// Fails a payout that the bank has paid after a first failure.
    private static final String FAIL_WHAT_WAS_PAID = """
        UPDATE disbursement_progress
        SET status = 'failed', failure_code = 'BANK_UNAVAILABLE', failure_message = '', completed_at = NULL
        WHERE id = (SELECT payout_id FROM rail_sandbox_payment
                    WHERE behaviour IN (24, 25) AND accepted_at IS NOT NULL LIMIT 1)
        """;
    /// Fails the payout whose payment was undone. That is consistent with the bank, but not with its account,
    /// which works.
    private static final String FAIL_WHAT_WAS_NOT_PAID = """
        UPDATE disbursement_progress
        SET status = 'failed', failure_code = 'BANK_UNAVAILABLE', failure_message = '', completed_at = NULL
        WHERE id = (SELECT payout_id FROM rail_sandbox_payment WHERE accepted_at IS NULL)
        """;

    @TempDir
    Path dir;

    @Test
    void nothing_is_lost_and_nothing_is_done_twice_and_the_proof_would_see_it() throws Exception {
        List<Callable<Boolean>> sites = List.of(
                () -> {
                    survive(dir.resolve("kills"), KILLS, drill -> {
                        assertThat(change(drill, HAND_OVER_AGAIN)).isZero();
                        assertThat(drill.check())
                                .extracting(Finding::invariant)
                                .containsExactly(Invariant.NOTHING_SENT_BLINDLY);
                        assertThat(change(drill, PAY_ANOTHER)).isEqualTo(1);
                        assertThat(change(drill, PAY_IN_MORE)).isEqualTo(1);
                        assertThat(drill.check())
                                .extracting(Finding::invariant)
                                .containsOnly(
                                        Invariant.NOTHING_SENT_BLINDLY,
                                        Invariant.ONLY_WHAT_WAS_ASKED_IS_PAID,
                                        Invariant.BOOKS_AGREE_WITH_RAIL);
                    });
                    return true;
                },
                () -> {
                    survive(dir.resolve("waits"), WAITS, drill -> {
                        assertThat(change(drill, UNDO_A_PAYMENT)).isEqualTo(1);
                        assertThat(drill.check())
                                .extracting(Finding::invariant)
                                .containsExactly(Invariant.PAYOUTS_AGREE_WITH_RAIL, Invariant.BOOKS_AGREE_WITH_RAIL);
                        assertThat(change(drill, FAIL_WHAT_WAS_PAID)).isEqualTo(1);
                        assertThat(drill.check())
                                .extracting(Finding::how)
                                .contains("1 payouts were paid and are not completed");
                        assertThat(change(drill, FAIL_WHAT_WAS_NOT_PAID)).isEqualTo(1);
                        assertThat(drill.check())
                                .extracting(Finding::how)
                                .contains("2 payouts have ended otherwise than those to such an account or wallet do");
                    });
                    return true;
                });
        try (var threads = Executors.newFixedThreadPool(sites.size())) {
            for (var site : threads.invokeAll(sites)) {
                assertThat(site.get()).isTrue();
            }
        }
    }

    /// The hits are failed requests. Only root can mount a small disk, and a run without it shows that the fault
    /// was not tested. CI (`CI=true`) has to be root.
    @Test
    void a_disk_that_was_full_has_lost_nothing_where_one_may_be_made() throws Exception {
        var disk = Volume.disk();
        assertThat(disk.isPresent() || !"true".equals(System.getenv("CI")))
                .as("a small disk can be made, where everything has to be tried")
                .isTrue();
        if (disk.isPresent()) {
            try (var volume = disk.get()) {
                survive(volume.dir(), List.of(FaultInjection.DISK_FULL), _ -> {});
            }
        }
    }

    private interface Then {
        void go(Drill drill) throws SQLException;
    }

    private static void survive(Path dir, List<FaultInjection> blows, Then then) throws Exception {
        try (var drill = Drill.open(1, SHORT, Compiled.service(), dir)) {
            for (var fault : blows) {
                var report = drill.inject(fault);
                assertThat(report.findings()).as(fault.word()).isEmpty();
                assertThat(report.answered()).as(fault.word()).isPositive();
                assertThat(report.hits()).as(fault.word()).isPositive();
                assertThat(report.outage()).as(fault.word()).isLessThanOrEqualTo(report.outageMax());
                assertThat(report.isPassed()).as(fault.word()).isTrue();
            }
            assertThat(drill.checked()).containsEntry(Invariant.BOOKS_PROVED, (long) blows.size());
            then.go(drill);
        }
    }

    private static int change(Drill drill, String sql) throws SQLException {
        var address = drill.address();
        try (var connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
                var statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }
}
