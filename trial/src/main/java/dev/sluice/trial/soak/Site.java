package dev.sluice.trial.soak;

import dev.sluice.db.Database;
import dev.sluice.db.Embedded;
import dev.sluice.trial.proof.Findings;
import dev.sluice.trial.proof.Invariant;
import dev.sluice.trial.proof.Listener;
import dev.sluice.trial.stage.Funds;
import dev.sluice.trial.stage.HandoverStore;
import dev.sluice.trial.stage.Node;
import dev.sluice.trial.stage.Pauses;
import dev.sluice.trial.stage.Proof;
import dev.sluice.trial.stage.Starter;
import dev.sluice.trial.stage.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A node of the service on a PostgreSQL of its own, a merchant with enough money for hours who is told of everything,
/// and a crowd who ask for payments.
final class Site implements AutoCloseable {
    private static final String LOG = "pg_wal";
    private static final Duration GLANCE = Duration.ofMillis(200);
    private static final Duration CALM_WITHIN = Duration.ofMinutes(5);

    private final Path dir;
    private final Findings findings = new Findings();
    private final Embedded postgres;
    private final Database database;
    private final Node node;
    private final Listener listener;
    private final Proof proof;
    private final Crowd crowd;
    private final Disk disk;

    private Site(List<String> serve, Path dir, long seed) throws IOException {
        this.dir = dir;
        this.postgres = Embedded.startOrAttach(dir);
        var address = new Database.Address(postgres.jdbcUrl(), postgres.user(), postgres.password());
        var starter = new Starter(serve, dir);
        this.node = starter.start(url(address));
        this.database = Database.unhurried(address);
        new HandoverStore(database).begin();
        try (var traffic = new Traffic(node.merchant(), () -> List.of(node.url()), findings)) {
            this.listener = traffic.listener();
        }
        this.proof = new Proof(database, starter.masterKey(), listener, findings);
        this.crowd = new Crowd(node, seed);
        Funds.give(database);
        this.disk = Disk.open(dir);
    }

    /// @param serve what starts the service
    /// @param dir below which everything is written
    static Site open(List<String> serve, Path dir, long seed) throws IOException {
        return new Site(serve, dir, seed);
    }

    Findings findings() {
        return findings;
    }

    /// So many requests a second, whatever becomes of them.
    Stretch arrive(double rate, Duration time) {
        return stretch(crowd.arrive(rate, time), time);
    }

    /// What so many callers come to who each wait for an answer.
    Stretch inTurn(int callers, Duration time) {
        return stretch(crowd.inTurn(callers, time), time);
    }

    /// Waits until next to nothing is under way, as far as that comes to pass, and says how long that took.
    ///
    /// @param left how much may be left
    Duration calm(long left) {
        long begun = System.nanoTime();
        while (proof.backlog() > left && System.nanoTime() - begun < CALM_WITHIN.toNanos()) {
            Pauses.pause(GLANCE);
        }
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /// What a collection leaves on the service's heap now, in bytes.
    long live() {
        try {
            return Heap.live(node.pid());
        } catch (IOException unknown) {
            throw new UncheckedIOException(unknown);
        }
    }

    /// Has everything settled that was asked for, waits until it is done, and proves everything.
    ///
    /// @return the time from the last answer until nothing was under way any more
    Duration finish() {
        int unsettled = crowd.finish();
        findings.unless(unsettled == 0, Invariant.EVERYTHING_ENDS, unsettled + " requests were never answered");
        var rest = proof.rest();
        proof.prove(crowd.promises());
        proof.provePaidOnce(0);
        return rest;
    }

    /// How often a request was answered wrongly, or not at all, until now.
    long wrong() {
        return crowd.wrong();
    }

    /// How many bytes each request that writes has left on disk, in tables and indexes. PostgreSQL's log is beside
    /// that: it does not grow with them.
    long bytesPerRequest() {
        try (var files = Files.walk(dir)) {
            return files.filter(file -> !file.toString().contains(LOG))
                            .mapToLong(Site::size)
                            .sum()
                    / Math.max(1, crowd.writes());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// PostgreSQL takes files away while they are counted.
    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (NoSuchFileException gone) {
            return 0;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Stretch stretch(Crowd.Asked asked, Duration time) {
        return new Stretch(
                asked.beats(), time, asked.unsent(), proof.backlog(), new Memory(resident(), 0), disk.longest());
    }

    /// What the service's process has in memory now.
    private long resident() {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(node.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                            .findFirst()
                            .orElse(0)
                    * 1024;
        } catch (IOException gone) {
            return 0;
        }
    }

    private static String url(Database.Address address) {
        return "postgresql://%s:%s@%s"
                .formatted(
                        address.user(), address.password(), address.jdbcUrl().substring("jdbc:postgresql://".length()));
    }

    @Override
    public void close() throws IOException {
        crowd.close();
        disk.close();
        database.close();
        try {
            node.close();
        } finally {
            listener.close();
            postgres.stop();
        }
    }
}
