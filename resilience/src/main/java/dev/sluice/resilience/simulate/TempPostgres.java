package dev.sluice.resilience.simulate;

import dev.sluice.db.Database;
import dev.sluice.db.Migrations;
import dev.sluice.db.embedded.Embedded;
import dev.sluice.merchant.Deployment;
import dev.sluice.resilience.stage.Pauses;
import dev.sluice.resilience.stage.Volume;
import dev.sluice.vault.Vault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// A migrated PostgreSQL server for one simulation, deleted afterwards.
final class TempPostgres implements AutoCloseable {
    private static final byte[] MASTER_KEY = new byte[Vault.MASTER_KEY_BYTES];
    private static final int CONNECTIONS = 2;
    private static final Duration A_MOMENT = Duration.ofMillis(1);
    /// PostgreSQL itself never crashes here, so its data need not reach a disk. The password of this short-lived
    /// server needs no slow hash.
    private static final List<String> SETTINGS = List.of(
            "fsync=off",
            "full_page_writes=off",
            "wal_level=minimal",
            "max_wal_senders=0",
            "checkpoint_timeout=1h",
            // Autovacuum would move rows at random times, and so change the order of equal rows.
            "autovacuum=off",
            "scram_iterations=1");

    private final Volume volume;
    private final Embedded postgres;
    private final Database database;
    private final ServerStore server;
    private final AtomicInteger callers = new AtomicInteger();

    private TempPostgres(Volume volume, Embedded postgres, Database database) {
        this.volume = volume;
        this.postgres = postgres;
        this.database = database;
        this.server = new ServerStore(database);
    }

    static TempPostgres open() {
        try {
            var volume = Volume.memory();
            var postgres = Embedded.startOrAttach(volume.dir(), SETTINGS);
            var database = Database.open(
                    new Database.Address(postgres.jdbcUrl(), postgres.user(), postgres.password()), CONNECTIONS, null);
            Migrations.migrate(database);
            Deployment.claim(database, "sandbox");
            return new TempPostgres(volume, postgres, database);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Returns a connection for checks.
    Database database() {
        return database;
    }

    byte[] masterKey() {
        return MASTER_KEY.clone();
    }

    InetSocketAddress server() {
        var url = url();
        return new InetSocketAddress(url.getHost(), url.getPort());
    }

    /// Returns the address of the database through a local port. Opening a connection sends no query: an ended
    /// process still gets one, which breaks at its first request, and never waits in vain.
    ///
    /// @param caller application name of the connections
    Database.Address through(int port, String caller) {
        var url = url();
        return new Database.Address(
                "jdbc:postgresql://127.0.0.1:%d%s?%s&assumeMinServerVersion=15&ApplicationName=%s"
                        .formatted(port, url.getPath(), url.getQuery(), caller),
                postgres.user(),
                postgres.password());
    }

    /// Returns a name for the next caller.
    String nextCaller() {
        return "life-" + callers.incrementAndGet();
    }

    /// Waits until PostgreSQL has noticed that a caller is gone, and has released its locks.
    void awaitEndOf(String caller) {
        while (server.connections(caller) > 0) {
            Pauses.pause(A_MOMENT);
        }
    }

    /// Vacuums and analyzes the tables.
    void tidy() {
        server.tidy();
    }

    private URI url() {
        return URI.create(postgres.jdbcUrl().substring("jdbc:".length()));
    }

    @Override
    public void close() {
        database.close();
        postgres.stop();
        try {
            volume.close();
        } catch (IOException stored) {
            throw new UncheckedIOException(stored);
        }
    }
}
