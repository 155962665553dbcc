package dev.sluice.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The embedded PostgreSQL of a data directory, observed from outside: by its `postmaster.pid` and as its client.
record EmbeddedServer(Path dataDir) {
    private static final int PORT_LINE = 3;
    private static final int END_SECONDS_MAX = 10;

    /// Returns the postmaster's process id, if it is alive.
    Optional<Long> pid() {
        return pidFile()
                .map(lines -> Long.parseLong(lines.getFirst().strip()))
                .filter(pid ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent());
    }

    Connection connect() throws SQLException {
        try {
            var port = pidFile().orElseThrow().get(PORT_LINE).strip();
            return DriverManager.getConnection(
                    "jdbc:postgresql://127.0.0.1:" + port + "/sluice",
                    "sluice",
                    Files.readString(dataDir.resolve("postgres/password")).strip());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Returns the first column of the first row.
    String ask(String sql) {
        try (var connection = connect();
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    /// Sends SIGKILL to the postmaster alone; its children end when they notice.
    void killPostmaster() {
        pid().flatMap(ProcessHandle::of).ifPresent(EmbeddedServer::kill);
    }

    /// Sends SIGKILL to the postmaster and all its children.
    void kill() {
        pid().flatMap(ProcessHandle::of)
                .ifPresent(postmaster -> Stream.concat(Stream.of(postmaster), postmaster.descendants())
                        .toList()
                        .forEach(EmbeddedServer::kill));
    }

    private static void kill(ProcessHandle process) {
        process.destroyForcibly();
        process.onExit().orTimeout(END_SECONDS_MAX, TimeUnit.SECONDS).join();
    }

    private Optional<List<String>> pidFile() {
        try {
            return Optional.of(Files.readAllLines(dataDir.resolve("postgres/data/postmaster.pid")))
                    .filter(lines -> lines.size() > PORT_LINE);
        } catch (IOException absent) {
            return Optional.empty();
        }
    }
}
