package dev.sluice.trial.failover;

import dev.sluice.trial.proof.FactStore;
import dev.sluice.trial.proof.Findings.Finding;
import dev.sluice.trial.proof.Invariant;
import dev.sluice.trial.stage.Desk;
import dev.sluice.trial.stage.RailStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A backup is made while the service works, the server is lost, and time is turned back to a moment after the backup
/// with the archive of what was written.
final class RestoreDrill {
    private RestoreDrill() {}

    /// What came of it.
    ///
    /// @param kept how many requests were answered before the moment
    /// @param undone how many were answered after it
    /// @param forgotten of how many events the merchant had been told that are undone
    /// @param restored how long it took from the start of the new server until the service was ready at it
    /// @param checked how often each invariant was looked at
    record Report(
            int kept,
            int undone,
            long forgotten,
            Duration restored,
            List<Finding> findings,
            Map<Invariant, Long> checked) {}

    static Report run(Shell shell, List<String> serve, Path dir, long seed, Duration loaded)
            throws IOException, SQLException {
        var archive = folder(shell, dir.resolve("archive"));
        var backup = folder(shell, dir.resolve("backup")).resolve("data");
        try (var lost = Server.create(
                        shell,
                        dir.resolve("lost"),
                        "archive_mode = on",
                        "archive_command = 'test ! -f %1$s/%%f && cp %%p %1$s/%%f'".formatted(archive));
                var desk = Desk.open(serve, dir, url(lost))) {
            try (var database = lost.look()) {
                desk.watch(database);
            }
            desk.work(seed, loaded);
            lost.copy(backup);
            desk.work(seed + 1, loaded);
            int kept = desk.ended().size();
            var moment = lost.now();
            desk.work(seed + 2, loaded);
            int all = desk.ended().size();
            lost.archive();
            desk.stop();
            lost.kill();

            long begun = System.nanoTime();
            try (var found = restored(shell, backup, archive, moment)) {
                try (var database = found.look()) {
                    // Before the service goes on: it gives the positions of what is undone to other events.
                    var merchant = new RailStore(database).merchant();
                    long forgotten = desk.forgetAfter(kept, new FactStore(database).lastEvent(merchant));
                    desk.moveTo(url(found));
                    var restored = Duration.ofNanos(System.nanoTime() - begun);
                    desk.prove(database);
                    desk.work(seed + 3, loaded);
                    desk.prove(database);
                    return new Report(
                            kept,
                            all - kept,
                            forgotten,
                            restored,
                            desk.findings().all(),
                            desk.findings().checked());
                }
            }
        }
    }

    private static Server restored(Shell shell, Path backup, Path archive, String moment)
            throws IOException, SQLException {
        var server = Server.at(shell, backup);
        server.configure(
                "archive_mode = off",
                "restore_command = 'cp %s/%%f %%p'".formatted(archive),
                "recovery_target_time = '%s'".formatted(moment),
                "recovery_target_action = promote");
        shell.plain("touch", backup.resolve("recovery.signal").toString());
        server.start();
        server.awaitRecovered();
        return server;
    }

    private static Path folder(Shell shell, Path folder) throws IOException {
        Files.createDirectories(folder);
        shell.give(folder);
        return folder;
    }

    private static String url(Server server) {
        return "postgresql://%s:%s@127.0.0.1:%d/%s?sslmode=disable"
                .formatted(Server.USER, Server.PASSWORD, server.port(), Server.DATABASE);
    }
}
