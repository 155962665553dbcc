package dev.sluice.resilience.failover;

import dev.sluice.db.Database;
import dev.sluice.resilience.stage.Pauses;
import dev.sluice.resilience.stage.Postmaster;
import dev.sluice.resilience.stage.Signals;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A PostgreSQL server with its data directory, on a loopback port.
final class Server implements AutoCloseable {
    static final String USER = "sluice";
    static final String PASSWORD = "resilience";
    static final String DATABASE = "sluice";
    /// Name by which a primary knows its standby.
    static final String STANDBY = "standby";

    private static final Duration GLANCE = Duration.ofMillis(5);
    private static final String MAINTENANCE = "postgres";

    private final Shell shell;
    private final Path data;
    private final int port;

    private Server(Shell shell, Path data, int port) {
        this.shell = shell;
        this.data = data;
        this.port = port;
    }

    /// Creates and starts an empty server.
    static Server create(Shell shell, Path dir, String... configuration) throws IOException, SQLException {
        var server = new Server(shell, dir.resolve("data"), freePort());
        server.prepare(dir);
        var password = dir.resolve("password");
        Files.writeString(password, PASSWORD);
        shell.run(
                "initdb",
                Map.of(),
                "-D",
                server.data.toString(),
                "-U",
                USER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C.UTF-8");
        server.configure(configuration);
        server.start();
        try (var connection = server.connect(MAINTENANCE)) {
            ServerStore.createDatabase(connection);
        }
        return server;
    }

    /// Creates and starts a standby of another server.
    static Server standby(Shell shell, Path dir, Server primary) throws IOException {
        var server = new Server(shell, dir.resolve("data"), freePort());
        server.prepare(dir);
        primary.copy(server.data, "-R");
        server.configure("cluster_name = '%s'".formatted(STANDBY));
        server.start();
        return server;
    }

    /// Returns a server on existing data, not started.
    static Server at(Shell shell, Path data) throws IOException {
        return new Server(shell, data, freePort());
    }

    int port() {
        return port;
    }

    Path data() {
        return data;
    }

    /// Copies the running server's data with `pg_basebackup`.
    void copy(Path target, String... options) throws IOException {
        var all = new ArrayList<>(List.of(
                "-D",
                target.toString(),
                "-d",
                "host=127.0.0.1 port=%d user=%s application_name=%s".formatted(port, USER, STANDBY),
                "-X",
                "stream",
                "--checkpoint=fast"));
        all.addAll(List.of(options));
        shell.run("pg_basebackup", Map.of("PGPASSWORD", PASSWORD), all.toArray(String[]::new));
    }

    /// Appends lines to the configuration.
    void configure(String... lines) throws IOException {
        Files.writeString(
                data.resolve("postgresql.conf"), "\n" + String.join("\n", lines) + "\n", StandardOpenOption.APPEND);
    }

    void start() throws IOException {
        configure(
                "listen_addresses = '127.0.0.1'",
                "port = " + port,
                "unix_socket_directories = ''",
                "max_connections = 60");
        shell.run(
                "pg_ctl",
                Map.of(),
                "start",
                "-w",
                "-D",
                data.toString(),
                "-l",
                data.resolveSibling("server.log").toString());
    }

    /// Kills all processes at once, like `kill -9`.
    void kill() throws IOException {
        Postmaster.kill(data);
    }

    void promote() throws IOException {
        shell.run("pg_ctl", Map.of(), "promote", "-w", "-D", data.toString());
    }

    /// Names a standby in the configuration, as a real primary does. The server itself does not wait for it, but a
    /// copy would.
    void nameStandby() throws SQLException {
        try (var connection = connect(MAINTENANCE)) {
            ServerStore.nameStandby(connection);
        }
    }

    /// Makes commits wait for a standby from now on.
    void waitForStandby() throws SQLException {
        try (var connection = connect(MAINTENANCE)) {
            ServerStore.waitForStandby(connection);
            while (!ServerStore.isFollowed(connection)) {
                Pauses.pause(GLANCE);
            }
        }
    }

    /// Waits until an asynchronous standby follows.
    void awaitStandby() throws SQLException {
        try (var connection = connect(MAINTENANCE)) {
            while (!ServerStore.isStreaming(connection)) {
                Pauses.pause(GLANCE);
            }
        }
    }

    /// Stops replication, as when a machine loses its network before its power.
    void isolate() throws IOException, SQLException {
        try (var connection = connect(MAINTENANCE)) {
            Signals.send("STOP", ServerStore.sender(connection));
        }
    }

    /// Returns the server's time.
    String now() throws SQLException {
        try (var connection = connect(MAINTENANCE)) {
            return ServerStore.now(connection);
        }
    }

    /// Archives all WAL so far.
    void archive() throws SQLException {
        try (var connection = connect(MAINTENANCE)) {
            var segment = ServerStore.endSegment(connection);
            while (!ServerStore.isArchived(connection, segment)) {
                Pauses.pause(GLANCE);
            }
        }
    }

    /// Waits until recovery has ended and the server accepts writes.
    void awaitRecovered() throws SQLException {
        try (var connection = connect(MAINTENANCE)) {
            while (ServerStore.isRecovering(connection)) {
                Pauses.pause(GLANCE);
            }
        }
    }

    Database look() {
        return Database.openForScans(new Database.Address(url(DATABASE), USER, PASSWORD));
    }

    Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(url(database), USER, PASSWORD);
    }

    String url(String database) {
        return "jdbc:postgresql://127.0.0.1:%d/%s?sslmode=disable&gssEncMode=disable".formatted(port, database);
    }

    /// Stops the server if it runs.
    @Override
    public void close() throws IOException {
        if (Postmaster.of(data).isPresent()) {
            shell.run("pg_ctl", Map.of(), "stop", "-w", "-m", "immediate", "-D", data.toString());
        }
    }

    private void prepare(Path dir) throws IOException {
        Files.createDirectories(dir);
        shell.give(dir);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
