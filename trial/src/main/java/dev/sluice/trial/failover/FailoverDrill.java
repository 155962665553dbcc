package dev.sluice.trial.failover;

import dev.sluice.trial.failover.Pair.Standby;
import dev.sluice.trial.proof.Findings.Finding;
import dev.sluice.trial.proof.Invariant;
import dev.sluice.trial.stage.Desk;
import dev.sluice.trial.stage.Pauses;
import dev.sluice.trial.stage.Silence;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The primary is killed under load, and its standby takes over.
final class FailoverDrill {
    /// Without success for requests that write, where nothing else goes on; mostly it is a second or two.
    private static final Duration OUTAGE_MAX = Duration.ofSeconds(20);

    private FailoverDrill() {}

    /// What came of it.
    ///
    /// @param unheard how often a request was sent in vain
    /// @param outage the longest time in which no request that writes was answered with success
    /// @param outageMax how long it may be
    /// @param checked how often each invariant was looked at
    record Report(
            int answered,
            long unheard,
            Duration outage,
            Duration outageMax,
            Duration rest,
            List<Finding> findings,
            Map<Invariant, Long> checked) {
        /// Whether there was anything to be lost.
        boolean isTried() {
            return answered > 0;
        }

        /// Whether the service was back in the time that it has for that.
        boolean isSoonBack() {
            return outage.compareTo(outageMax) <= 0;
        }

        /// Whether it was found that something is lost that was acknowledged. What else is found then
        /// follows from it.
        boolean isSeenToLose() {
            return findings.stream().anyMatch(each -> each.invariant() == Invariant.NOTHING_ACKNOWLEDGED_IS_LOST);
        }
    }

    /// What is done.
    ///
    /// @param loaded how long the service works before the primary dies, and after it
    /// @param parted for how long before it dies the standby gets nothing from it
    record Course(Standby standby, Duration loaded, Duration parted) {
        /// Dead all at once, with commits at every stage.
        static Course sudden(Duration loaded) {
            return new Course(Standby.SYNCHRONOUS, loaded, Duration.ZERO);
        }
    }

    static Report run(Shell shell, List<String> serve, Path dir, long seed, Course course)
            throws IOException, SQLException {
        try (var pair = Pair.open(shell, dir, course.standby());
                var desk = Desk.open(serve, dir, pair.url());
                var traffic = desk.traffic()) {
            try (var database = pair.look()) {
                desk.prepare(database);
            }
            traffic.start(seed);
            Pauses.pause(course.loaded());
            long struck = System.nanoTime();
            if (course.parted().isPositive()) {
                pair.part();
                Pauses.pause(course.parted());
            }
            pair.failOver();
            Pauses.pause(course.loaded());
            desk.finish(traffic);
            try (var database = pair.look()) {
                var rest = desk.prove(database);
                return new Report(
                        desk.ended().size(),
                        traffic.unheard(),
                        traffic.longestSilence(struck),
                        Silence.most(OUTAGE_MAX, desk.start()),
                        rest,
                        desk.findings().all(),
                        desk.findings().checked());
            }
        }
    }
}
