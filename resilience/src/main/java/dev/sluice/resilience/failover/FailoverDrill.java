package dev.sluice.resilience.failover;

import dev.sluice.resilience.failover.Pair.Standby;
import dev.sluice.resilience.proof.Findings.Finding;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.stage.NodeUnderTest;
import dev.sluice.resilience.stage.Pauses;
import dev.sluice.resilience.stage.Silence;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Kills the primary under load, and promotes its standby.
final class FailoverDrill {
    /// Maximum time without a successful write on an idle machine; it usually is a second or two.
    private static final Duration OUTAGE_MAX = Duration.ofSeconds(20);

    private FailoverDrill() {}

    /// Result of a failover.
    ///
    /// @param unheard number of attempts without an answer
    /// @param outage longest time without a successful write
    /// @param outageMax its limit
    /// @param checked number of checks of each invariant
    record Report(
            int answered,
            long unheard,
            Duration outage,
            Duration outageMax,
            Duration rest,
            List<Finding> findings,
            Map<Invariant, Long> checked) {
        /// Returns true if there was data to lose.
        boolean isTried() {
            return answered > 0;
        }

        /// Returns true if the service recovered within the limit.
        boolean isSoonBack() {
            return outage.compareTo(outageMax) <= 0;
        }

        /// Returns true if acknowledged data was found missing. Other violations may follow from that.
        boolean isSeenToLose() {
            return findings.stream().anyMatch(each -> each.invariant() == Invariant.NOTHING_ACKNOWLEDGED_IS_LOST);
        }
    }

    /// Course of a failover.
    ///
    /// @param loaded time under load before the primary's death, and after it
    /// @param parted time before its death in which the standby receives nothing
    record DrillPlan(Standby standby, Duration loaded, Duration parted) {
        /// Returns a sudden death, with commits in every stage.
        static DrillPlan sudden(Duration loaded) {
            return new DrillPlan(Standby.SYNCHRONOUS, loaded, Duration.ZERO);
        }
    }

    static Report run(Shell shell, List<String> serve, Path dir, long seed, DrillPlan plan)
            throws IOException, SQLException {
        try (var pair = Pair.open(shell, dir, plan.standby());
                var node = NodeUnderTest.open(serve, dir, pair.url());
                var traffic = node.traffic()) {
            try (var database = pair.look()) {
                node.prepare(database);
            }
            traffic.start(seed);
            Pauses.pause(plan.loaded());
            long struck = System.nanoTime();
            if (plan.parted().isPositive()) {
                pair.part();
                Pauses.pause(plan.parted());
            }
            pair.failOver();
            Pauses.pause(plan.loaded());
            node.finish(traffic);
            try (var database = pair.look()) {
                var rest = node.prove(database);
                return new Report(
                        node.ended().size(),
                        traffic.unheard(),
                        traffic.longestSilence(struck),
                        Silence.most(OUTAGE_MAX, node.start()),
                        rest,
                        node.findings().all(),
                        node.findings().checked());
            }
        }
    }
}
