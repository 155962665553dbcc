package dev.sluice.trial.simulate;

import dev.sluice.db.Database;
import dev.sluice.db.Embedded;
import dev.sluice.db.Migrations;
import dev.sluice.merchant.Deployment;
import dev.sluice.trial.stage.Pauses;
import dev.sluice.trial.stage.Volume;
import dev.sluice.vault.Vault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// A PostgreSQL of the simulation's own, migrated, and gone when it is over.
final class Premises implements AutoCloseable {
    private static final byte[] MASTER_KEY = new byte[Vault.MASTER_KEY_BYTES];
    private static final int CONNECTIONS = 2;
    private static final Duration A_MOMENT = Duration.ofMillis(1);
    /// PostgreSQL itself is never killed here, so that nothing of its own has to be on disk, nor has anybody to be kept
    /// from guessing the password of what is gone soon.
    private static final List<String> SETTINGS = List.of(
            "fsync=off",
            "full_page_writes=off",
            "wal_level=minimal",
            "max_wal_senders=0",
            "checkpoint_timeout=1h",
            // It would move rows at times of its own, and with them what comes first of what is equal.
            "autovacuum=off",
            "scram_iterations=1");

    private final Volume volume;
    private final Embedded postgres;
    private final Database database;
    private final ServerStore server;
    private final AtomicInteger callers = new AtomicInteger();

    private Premises(Volume volume, Embedded postgres, Database database) {
        this.volume = volume;
        this.postgres = postgres;
        this.database = database;
        this.server = new ServerStore(database);
    }

    static Premises open() {
        try {
            var volume = Volume.folder();
            var postgres = Embedded.startOrAttach(volume.dir(), SETTINGS);
            var database = Database.open(
                    new Database.Address(postgres.jdbcUrl(), postgres.user(), postgres.password()), CONNECTIONS, null);
            Migrations.migrate(database);
            Deployment.claim(database, "sandbox");
            return new Premises(volume, postgres, database);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// For looking at what the service has done.
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

    /// The database by way of a port of this machine. It is asked nothing while a connection is made: a process that
    /// has ended finds one all the same, which breaks at its first request, and waits for none in vain.
    ///
    /// @param caller by which its connections are known
    Database.Address through(int port, String caller) {
        var url = url();
        return new Database.Address(
                "jdbc:postgresql://127.0.0.1:%d%s?%s&assumeMinServerVersion=15&ApplicationName=%s"
                        .formatted(port, url.getPath(), url.getQuery(), caller),
                postgres.user(),
                postgres.password());
    }

    /// A name for who calls next.
    String nextCaller() {
        return "life-" + callers.incrementAndGet();
    }

    /// Waits until PostgreSQL has noticed that a caller is gone: until then nobody gets what it had locked.
    void awaitEndOf(String caller) {
        while (server.connections(caller) > 0) {
            Pauses.pause(A_MOMENT);
        }
    }

    /// Makes room where rows have gone, and counts those that are there.
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
        } catch (IOException kept) {
            throw new UncheckedIOException(kept);
        }
    }
}
