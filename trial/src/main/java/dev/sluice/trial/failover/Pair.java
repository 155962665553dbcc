package dev.sluice.trial.failover;

import dev.sluice.db.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/// A primary and its standby. Where the standby is synchronous, what is committed is on both.
final class Pair implements AutoCloseable {
    private final Path dir;
    private Server primary;
    private Server standby;
    private int made;

    private Pair(Shell shell, Path dir, Standby kind) throws IOException, SQLException {
        this.dir = dir;
        this.primary = Server.create(shell, next());
        this.standby = Server.standby(shell, next(), primary);
        switch (kind) {
            case SYNCHRONOUS -> primary.waitForStandby();
            case ASYNCHRONOUS -> primary.awaitStandby();
        }
    }

    /// Whether commits wait for the standby.
    enum Standby {
        SYNCHRONOUS,
        ASYNCHRONOUS
    }

    static Pair open(Shell shell, Path dir, Standby kind) throws IOException, SQLException {
        return new Pair(shell, dir, kind);
    }

    /// Where the service is told that its database is: both, of which it takes the one that writes.
    String url() {
        return "postgresql://%s:%s@127.0.0.1:%d,127.0.0.1:%d/%s?sslmode=disable&target_session_attrs=read-write"
                .formatted(Server.USER, Server.PASSWORD, primary.port(), standby.port(), Server.DATABASE);
    }

    Database look() {
        return primary.look();
    }

    /// The standby gets nothing of what the primary writes any more.
    void part() throws IOException, SQLException {
        primary.isolate();
    }

    /// The primary dies, and the standby takes its place, alone.
    void failOver() throws IOException {
        primary.kill();
        standby.promote();
        primary = standby;
    }

    private Path next() {
        made++;
        return dir.resolve("postgres-" + made);
    }

    @Override
    public void close() throws IOException {
        primary.close();
        standby.close();
    }
}
