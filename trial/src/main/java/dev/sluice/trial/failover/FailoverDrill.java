package dev.sluice.trial.failover;

import dev.sluice.trial.proof.Findings.Finding;
import dev.sluice.trial.stage.Desk;
import dev.sluice.trial.stage.Pauses;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/// The primary is killed under load, and its synchronous standby takes over.
final class FailoverDrill {
    private FailoverDrill() {}

    /// What came of it.
    ///
    /// @param unheard how often a request was sent in vain
    /// @param outage the longest time without an answer of success
    record Report(int answered, long unheard, Duration outage, Duration rest, List<Finding> findings) {}

    static Report run(Shell shell, List<String> serve, Path dir, long seed, Duration loaded)
            throws IOException, SQLException {
        try (var pair = Pair.open(shell, dir);
                var desk = Desk.open(serve, dir, pair.url());
                var traffic = desk.traffic()) {
            traffic.start(seed);
            Pauses.pause(loaded);
            long struck = System.nanoTime();
            pair.failOver();
            Pauses.pause(loaded);
            desk.finish(traffic);
            try (var database = pair.look()) {
                var rest = desk.prove(database);
                return new Report(
                        desk.ended().size(),
                        traffic.unheard(),
                        traffic.longestSilence(struck),
                        rest,
                        desk.findings().all());
            }
        }
    }
}
