package dev.sluice.resilience.soak;

import dev.sluice.db.Database;
import dev.sluice.db.embedded.Embedded;
import dev.sluice.resilience.proof.Findings;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.proof.Listener;
import dev.sluice.resilience.stage.Funds;
import dev.sluice.resilience.stage.HandoverStore;
import dev.sluice.resilience.stage.Node;
import dev.sluice.resilience.stage.Pauses;
import dev.sluice.resilience.stage.Proof;
import dev.sluice.resilience.stage.Starter;
import dev.sluice.resilience.stage.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A node of the service with its own PostgreSQL, a merchant with enough money for hours and a webhook for all
/// events, and clients.
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
    private final LoadClients clients;
    private final Disk disk;

    private Site(List<String> serve, Path dir, long seed) throws IOException {
        this.dir = dir;
        this.postgres = Embedded.startOrAttach(dir);
        var address = new Database.Address(postgres.jdbcUrl(), postgres.user(), postgres.password());
        var starter = new Starter(serve, dir);
        this.node = starter.start(url(address));
        this.database = Database.openForScans(address);
        new HandoverStore(database).begin();
        try (var traffic = new Traffic(node.merchant(), () -> List.of(node.url()), findings)) {
            this.listener = traffic.listener();
        }
        this.proof = new Proof(database, starter.masterKey(), listener, findings);
        this.clients = new LoadClients(node, seed);
        Funds.give(database);
        this.disk = Disk.open(dir);
    }

    /// @param serve command that starts the service
    /// @param dir directory of all files
    static Site open(List<String> serve, Path dir, long seed) throws IOException {
        return new Site(serve, dir, seed);
    }

    Findings findings() {
        return findings;
    }

    /// Sends requests at a rate (open loop).
    Stretch arrive(double rate, Duration time) {
        return stretch(clients.arrive(rate, time), time);
    }

    /// Sends requests from callers that wait for their answers (closed loop).
    Stretch inTurn(int callers, Duration time) {
        return stretch(clients.inTurn(callers, time), time);
    }

    /// Waits for the backlog to shrink to a limit, up to a maximum time, and returns the elapsed time.
    ///
    /// @param left permitted backlog
    Duration awaitBacklog(long left) {
        long begun = System.nanoTime();
        while (proof.backlog() > left && System.nanoTime() - begun < CALM_WITHIN.toNanos()) {
            Pauses.pause(GLANCE);
        }
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /// Returns the service's live heap in bytes.
    long live() {
        try {
            return Heap.live(node.pid());
        } catch (IOException unknown) {
            throw new UncheckedIOException(unknown);
        }
    }

    /// Settles all requests, waits until nothing is in progress, and verifies everything.
    ///
    /// @return time from the last answer until nothing was in progress
    Duration finish() {
        int unsettled = clients.finish();
        findings.unless(unsettled == 0, Invariant.EVERYTHING_ENDS, unsettled + " requests were never answered");
        var rest = proof.rest();
        proof.check(clients.promises());
        proof.provePaidOnce(0);
        return rest;
    }

    /// Returns the number of wrong or missing answers so far.
    long wrong() {
        return clients.wrong();
    }

    /// Returns the bytes in tables and indexes per writing request. It excludes the WAL, which does not grow with
    /// them.
    long bytesPerRequest() {
        try (var files = Files.walk(dir)) {
            return files.filter(file -> !file.toString().contains(LOG))
                            .mapToLong(Site::size)
                            .sum()
                    / Math.max(1, clients.writes());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Returns zero for a file that PostgreSQL has just deleted.
    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (NoSuchFileException gone) {
            return 0;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Stretch stretch(LoadClients.LoadResult result, Duration time) {
        return new Stretch(
                result.samples(), time, result.unsent(), proof.backlog(), new Memory(resident(), 0), disk.longest());
    }

    /// Returns the service's resident memory.
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
        clients.close();
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
