package dev.sluice.db.embedded;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The PostgreSQL server that ships with Sluice. Its data is below the data directory, with full durability. It
/// outlives a killed service: the next start attaches to the running server or recovers after a crash. Several
/// processes (`serve`, `admin`, `verify-ledger`) share one server; the last one to leave stops it.
public final class Embedded {
    private static final Logger LOG = LoggerFactory.getLogger(Embedded.class);
    private static final String DATABASE = "sluice";
    private static final String MAINTENANCE_DATABASE = "postgres";
    private static final String NO_SUCH_DATABASE = "3D000";
    private static final String CREATE_DATABASE = "CREATE DATABASE sluice";
    private static final String SHOW_DATA_DIRECTORY = "SHOW data_directory";
    private static final String CONNECT_SECONDS_MAX = "10";

    private final Path dir;
    private final PostgresCluster cluster;
    private final String password;
    private final int port;
    private final boolean started;
    private boolean left;

    private Embedded(Path dir, PostgresCluster cluster, String password, int port, boolean started) {
        this.dir = dir;
        this.cluster = cluster;
        this.password = password;
        this.port = port;
        this.started = started;
    }

    /// Returns true if the data directory contains a cluster.
    public static boolean isIn(Path root) {
        return Files.exists(root.resolve("postgres").resolve("data").resolve("PG_VERSION"));
    }

    /// Returns the database of a data directory. Attaches to a running server, starts a stopped one, or creates a
    /// new cluster. The caller must call [#stop()].
    ///
    /// @throws DataDirFailure if the server does not start; the message has the end of PostgreSQL's log
    public static Embedded startOrAttach(Path dataDir) {
        return startOrAttach(dataDir, List.of());
    }

    /// Starts or attaches with overridden PostgreSQL settings, for disposable data.
    ///
    /// @param settings each as `name=value`; they apply to a cluster created or a server started by this call
    public static Embedded startOrAttach(Path dataDir, List<String> settings) {
        try {
            var root = Files.createDirectories(dataDir.toAbsolutePath().normalize())
                    .toRealPath();
            var dir = root.resolve("postgres");
            if (!Files.exists(dir)) {
                // Another process may create it at the same moment.
                Files.createDirectories(
                        dir, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            return StartLock.holding(startLock(dir), () -> startOrAttach(root, dir, settings));
        } catch (AccessDeniedException e) {
            throw new DataDirFailure("""
                    no access to %s as %s: it belongs to another account; start as that account or choose another \
                    SLUICE_DATA_DIR""".formatted(e.getFile(), System.getProperty("user.name")), e);
        } catch (IOException e) {
            throw DataDirFailure.unusable(dataDir, e);
        }
    }

    private static Embedded startOrAttach(Path root, Path dir, List<String> settings) throws IOException {
        var account = PostgresAccount.choose(root, PostgresCluster.dataOf(dir));
        return startOrAttach(root, dir, account, settings);
    }

    static Embedded startOrAttach(Path root, Path dir, PostgresAccount account, List<String> settings)
            throws IOException {
        account.give(dir);
        var log = new PostgresLog(root.resolve("postgres.log"));
        var cluster = new PostgresCluster(dir, log, account, PostgresBinaries.unpacked(dir, account), settings);
        cluster.create();
        var password = cluster.password();
        var running = cluster.running();
        if (running.isPresent()) {
            var attached = new Embedded(dir, cluster, password, running.get().port(), false);
            attached.enter();
            LOG.info("attached to the running embedded PostgreSQL on port {}", attached.port);
            return attached;
        }
        if (ClusterUse.onlyElsewhere(usersFile(dir))) {
            throw new DataDirFailure("""
                    another process uses %s, and its PostgreSQL is not to be seen from here \
                    (is it in another container?); stop that process first""".formatted(dir));
        }
        // Reuses the port of a crashed server, so that a service that waits for it reconnects.
        var fresh = new Embedded(dir, cluster, password, cluster.start(cluster.portBeforeCrash()), true);
        fresh.enter();
        LOG.info("started the embedded PostgreSQL on port {}", fresh.port);
        return fresh;
    }

    /// Returns the JDBC URL, without user and password.
    public String jdbcUrl() {
        return jdbcUrl(DATABASE);
    }

    public String user() {
        return PostgresCluster.USER;
    }

    public String password() {
        return password;
    }

    /// Returns true if this handle started the server, false if it attached to a running one.
    public boolean started() {
        return started;
    }

    /// Restarts the server on the same port if it has died. Does nothing while it runs.
    ///
    /// @return false if another process restarted it on another port, so that [#jdbcUrl()] is no longer valid
    /// @throws DataDirFailure if it does not start, for example because its port is taken; a retry may help
    public boolean restart() {
        try {
            return StartLock.holding(startLock(dir), () -> {
                var running = cluster.running();
                if (running.isPresent()) {
                    return running.get().port() == port;
                }
                LOG.warn("embedded PostgreSQL died; restarting it");
                cluster.startAgain(port);
                return true;
            });
        } catch (IOException e) {
            throw new DataDirFailure("cannot start the embedded PostgreSQL in %s again: %s".formatted(dir, e), e);
        }
    }

    /// Releases the server and stops it (fast shutdown, at most about a minute) unless another process uses it.
    /// May be called twice.
    public synchronized void stop() {
        if (left) {
            return;
        }
        left = true;
        try {
            StartLock.holding(startLock(dir), () -> {
                var last = ClusterUse.leave(usersFile(dir));
                if (last && cluster.running().isPresent()) {
                    cluster.stop();
                }
                return last;
            });
        } catch (IOException e) {
            throw new DataDirFailure("cannot stop the embedded PostgreSQL in %s: %s".formatted(dir, e), e);
        }
    }

    private static Path startLock(Path dir) {
        return dir.resolve("start.lock");
    }

    private static Path usersFile(Path dir) {
        return dir.resolve("users.lock");
    }

    /// Checks that the server on the port belongs to this directory, and counts this handle as a user.
    private void enter() throws IOException {
        try (var connection = connectCreating();
                var statement = connection.createStatement();
                var row = statement.executeQuery(SHOW_DATA_DIRECTORY)) {
            row.next();
            if (!Path.of(row.getString(1)).equals(cluster.data())) {
                throw new DataDirFailure("port %d is served by the PostgreSQL of %s, not by that of %s"
                        .formatted(port, row.getString(1), cluster.data()));
            }
        } catch (SQLException e) {
            throw new DataDirFailure(
                    "the embedded PostgreSQL on port %d does not answer: %s".formatted(port, e.getMessage()), e);
        }
        ClusterUse.join(usersFile(dir));
    }

    private Connection connectCreating() throws SQLException {
        try {
            return connect(DATABASE);
        } catch (SQLException e) {
            if (!NO_SUCH_DATABASE.equals(e.getSQLState())) {
                throw e;
            }
        }
        try (var connection = connect(MAINTENANCE_DATABASE);
                var statement = connection.createStatement()) {
            statement.execute(CREATE_DATABASE);
        }
        return connect(DATABASE);
    }

    private Connection connect(String database) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", user());
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", "sluice");
        properties.setProperty("connectTimeout", CONNECT_SECONDS_MAX);
        properties.setProperty("socketTimeout", CONNECT_SECONDS_MAX);
        return DriverManager.getConnection(jdbcUrl(database), properties);
    }

    /// Turns TLS and GSS off: on loopback they are unnecessary, and negotiating each costs a round trip.
    private String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:%d/%s?sslmode=disable&gssEncMode=disable".formatted(port, database);
    }
}
