package dev.sluice.resilience.failover;

import dev.sluice.db.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/// A primary and its standby. With a synchronous standby, every commit is on both.
final class Pair implements AutoCloseable {
    private final Path dir;
    private Server primary;
    private Server standby;
    private int created;

    private Pair(Shell shell, Path dir, Standby kind) throws IOException, SQLException {
        this.dir = dir;
        this.primary = Server.create(shell, next());
        this.standby = Server.standby(shell, next(), primary);
        switch (kind) {
            case SYNCHRONOUS -> primary.waitForStandby();
            case ASYNCHRONOUS -> primary.awaitStandby();
        }
    }

    /// Mode of replication.
    enum Standby {
        SYNCHRONOUS,
        ASYNCHRONOUS
    }

    static Pair open(Shell shell, Path dir, Standby kind) throws IOException, SQLException {
        return new Pair(shell, dir, kind);
    }

    /// Returns the service's database URL with both servers; the driver selects the writable one.
    String url() {
        return "postgresql://%s:%s@127.0.0.1:%d,127.0.0.1:%d/%s?sslmode=disable&target_session_attrs=read-write"
                .formatted(Server.USER, Server.PASSWORD, primary.port(), standby.port(), Server.DATABASE);
    }

    Database look() {
        return primary.look();
    }

    /// Stops replication to the standby.
    void part() throws IOException, SQLException {
        primary.isolate();
    }

    /// Kills the primary and promotes the standby.
    void failOver() throws IOException {
        primary.kill();
        standby.promote();
        primary = standby;
    }

    private Path next() {
        created++;
        return dir.resolve("postgres-" + created);
    }

    @Override
    public void close() throws IOException {
        primary.close();
        standby.close();
    }
}
