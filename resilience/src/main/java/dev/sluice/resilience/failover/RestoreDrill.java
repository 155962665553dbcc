package dev.sluice.resilience.failover;

import dev.sluice.db.Database;
import dev.sluice.rail.RailStop;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.rail.sandbox.chain.SandboxChain;
import dev.sluice.resilience.proof.FactStore;
import dev.sluice.resilience.proof.Findings.Finding;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.stage.HandoverStore;
import dev.sluice.resilience.stage.NodeUnderTest;
import dev.sluice.resilience.stage.Pauses;
import dev.sluice.resilience.stage.RailStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Point-in-time recovery: takes a backup under load, loses the server, and restores a moment after the backup with
/// the WAL archive. The lost server's configuration names a standby, and the restored one must not wait for it. Then
/// the service is restarted as docs/operations/backup.md describes.
final class RestoreDrill {
    private static final Map<String, String> WITHOUT_WORKERS = Map.of("SLUICE_WORKERS", "off");

    private RestoreDrill() {}

    /// Result of a restore.
    ///
    /// @param answeredBefore number of requests answered before the moment
    /// @param undone number of requests answered after it
    /// @param forgotten number of undone events that the merchant had received
    /// @param waited number of payouts that waited for the stopped rails, after the workers were turned on
    /// @param restored time from the start of the new server until the service was ready on it, with its workers
    ///     off
    /// @param checked number of checks of each invariant
    record Report(
            int answeredBefore,
            int undone,
            long forgotten,
            long waited,
            Duration restored,
            List<Finding> findings,
            Map<Invariant, Long> checked) {
        /// Returns true if there was something to keep, to undo, and to hold back.
        boolean isTried() {
            return answeredBefore > 0 && undone > 0 && forgotten > 0 && waited > 0;
        }
    }

    static Report run(Shell shell, List<String> serve, Path dir, long seed, Duration loaded)
            throws IOException, SQLException {
        var archive = folder(shell, dir.resolve("archive"));
        var backup = folder(shell, dir.resolve("backup")).resolve("data");
        try (var lost = Server.create(
                        shell,
                        dir.resolve("lost"),
                        "archive_mode = on",
                        "archive_command = 'test ! -f %1$s/%%f && cp %%p %1$s/%%f'".formatted(archive));
                var node = NodeUnderTest.open(serve, dir, url(lost))) {
            try (var database = lost.look()) {
                node.prepare(database);
            }
            node.work(seed, loaded);
            lost.nameStandby();
            lost.copy(backup);
            node.work(seed + 1, loaded);
            int answeredBefore = node.ended().size();
            var moment = lost.now();
            node.work(seed + 2, loaded);
            int all = node.ended().size();
            lost.archive();
            node.stop();
            lost.kill();

            long begun = System.nanoTime();
            try (var found = restored(shell, backup, archive, moment);
                    var database = found.look()) {
                // Before the service continues, since it reuses the positions of undone events.
                var merchant = new RailStore(database).merchant();
                long forgotten = node.forgetAfter(answeredBefore, new FactStore(database).lastEvent(merchant));
                node.moveTo(url(found), WITHOUT_WORKERS);
                var restored = Duration.ofNanos(System.nanoTime() - begun);
                long waited = goOn(node, database, url(found), seed + 3, loaded);
                node.prove(database);
                node.work(seed + 4, loaded);
                node.prove(database);
                return new Report(
                        answeredBefore,
                        all - answeredBefore,
                        forgotten,
                        waited,
                        restored,
                        node.findings().all(),
                        node.findings().checked());
            }
        }
    }

    /// Moves from a node without workers to one with all of them, as the operations guide describes. In between,
    /// merchants get answers, and nothing is submitted to the bank.
    ///
    /// @return number of payouts that waited for stopped rails
    private static long goOn(NodeUnderTest node, Database database, String url, long seed, Duration loaded)
            throws IOException {
        var book = new HandoverStore(database);
        var rails = new RailStops(database);
        long handedOver = book.noted();
        node.verifyLedger(url);
        node.work(seed, loaded);
        unchanged(node, book, handedOver, "by a node without workers");
        put(rails, true);
        node.moveTo(url, Map.of());
        Pauses.pause(loaded);
        long waiting = new FactStore(database).duePayouts();
        unchanged(node, book, handedOver, "though the rails are stopped");
        put(rails, false);
        return waiting;
    }

    private static void unchanged(NodeUnderTest node, HandoverStore book, long before, String how) {
        long more = book.noted() - before;
        node.findings()
                .unless(
                        more == 0,
                        Invariant.NOTHING_SENT_BLINDLY,
                        "%d payouts were handed over after a restore, %s".formatted(more, how));
    }

    /// Writes rail stops, as the operators' page does.
    private static void put(RailStops rails, boolean stopped) {
        for (var rail : List.of(SandboxRail.NAME, SandboxChain.NAME)) {
            rails.put(new RailStop(rail, stopped, "a restore", "resilience", Instant.now()));
        }
    }

    private static Server restored(Shell shell, Path backup, Path archive, String moment)
            throws IOException, SQLException {
        var server = Server.at(shell, backup);
        var altered = backup.resolve("postgresql.auto.conf");
        shell.plain("sed", "-i", "/^synchronous_standby_names/d", altered.toString());
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
