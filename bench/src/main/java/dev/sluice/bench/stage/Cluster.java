package dev.sluice.bench.stage;

import dev.sluice.db.embedded.Embedded;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// PostgreSQL server of a run, shared by the databases of the service and the baseline.
public final class Cluster implements AutoCloseable {
    private static final String SHOW_DATA_DIRECTORY = "SHOW data_directory";
    private static final String SHOW_VERSION = "SHOW server_version";
    private static final String EXISTS = "SELECT 1 FROM pg_database WHERE datname = ?";
    private static final String DESCRIPTION = """
            SELECT coalesce(shobj_description(oid, 'pg_database'), '') FROM pg_database WHERE datname = ?
            """;
    private static final String NEXT_SEGMENT = """
            SELECT pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()
            """;
    private static final String CHECKPOINT = "CHECKPOINT";
    private static final int SEGMENTS = 136;
    private static final String NOT_ALLOWED = "42501";
    private static final String WAL_BYTES = "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn";

    private final String host;
    private final int port;
    private final String user;
    private final String password;
    private final @Nullable Embedded embedded;

    private Cluster(String host, int port, String user, String password, @Nullable Embedded embedded) {
        this.host = host;
        this.port = port;
        this.user = user;
        this.password = password;
        this.embedded = embedded;
    }

    /// Starts Sluice's embedded PostgreSQL with its usual settings.
    public static Cluster embedded(Path dataDir) {
        var server = Embedded.startOrAttach(dataDir);
        var url = URI.create(server.jdbcUrl().substring("jdbc:".length()));
        return new Cluster(url.getHost(), url.getPort(), server.user(), server.password(), server);
    }

    /// Connects to a running server. The user must be allowed to create databases.
    ///
    /// @param url `postgresql://user:password@host:port/anything`, with or without `jdbc:` before it
    public static Cluster at(String url) {
        var uri = URI.create(url.replaceFirst("^jdbc:", ""));
        var account = uri.getUserInfo() == null
                ? new String[] {"postgres", ""}
                : uri.getUserInfo().split(":", 2);
        return new Cluster(
                uri.getHost(),
                uri.getPort() < 0 ? 5432 : uri.getPort(),
                account[0],
                account.length == 2 ? account[1] : "",
                null);
    }

    public String host() {
        return host;
    }

    public int port() {
        return port;
    }

    public String user() {
        return user;
    }

    public String password() {
        return password;
    }

    public String jdbcUrl(String database) {
        return "jdbc:postgresql://%s:%d/%s?sslmode=disable&gssEncMode=disable".formatted(host, port, database);
    }

    /// Returns the URL with user and password, for the service's settings.
    public String url(String database) {
        return "postgresql://%s:%s@%s:%d/%s?sslmode=disable&gssencmode=disable"
                .formatted(encoded(user), encoded(password), host, port, database);
    }

    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), user, password);
    }

    /// Creates an empty database, replacing any existing one.
    public void create(String database) throws SQLException {
        drop(database);
        execute("postgres", "CREATE DATABASE " + identifier(database));
    }

    public void drop(String database) throws SQLException {
        execute("postgres", "DROP DATABASE IF EXISTS " + identifier(database) + " WITH (FORCE)");
    }

    public boolean exists(String database) throws SQLException {
        try (var connection = connect("postgres");
                var statement = connection.prepareStatement(EXISTS)) {
            statement.setString(1, database);
            try (var rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    /// Stores a comment on a database in PostgreSQL's catalogue.
    ///
    /// @param text text without quotation marks
    public void describe(String database, String text) throws SQLException {
        execute("postgres", "COMMENT ON DATABASE %s IS '%s'".formatted(identifier(database), text));
    }

    /// Returns the comment on a database; empty if there is none.
    public String description(String database) throws SQLException {
        try (var connection = connect("postgres");
                var statement = connection.prepareStatement(DESCRIPTION)) {
            statement.setString(1, database);
            try (var rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : "";
            }
        }
    }

    public void execute(String database, String sql) throws SQLException {
        try (var connection = connect(database);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    public String show(String database, String sql) throws SQLException {
        try (var connection = connect(database);
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    public String version() throws SQLException {
        return show("postgres", SHOW_VERSION);
    }

    /// Returns the total number of WAL bytes since the server was created.
    public double walBytes() throws SQLException {
        return Double.parseDouble(show("postgres", WAL_BYTES));
    }

    /// Ages a new server, so that it reuses WAL segments like one that has run for a while; creating a segment
    /// blocks everyone for a tenth of a second. Two checkpoints are needed, since the estimate of the first one
    /// takes effect at the second.
    ///
    /// @return false if the user lacks the permission
    public boolean age() throws SQLException {
        try (var connection = connect("postgres");
                var statement = connection.createStatement()) {
            for (int i = 0; i < SEGMENTS; i++) {
                statement.execute(NEXT_SEGMENT);
            }
            statement.execute(CHECKPOINT);
            statement.execute(CHECKPOINT);
            return true;
        } catch (SQLException failed) {
            if (NOT_ALLOWED.equals(failed.getSQLState())) {
                return false;
            }
            throw failed;
        }
    }

    /// Returns the server's process id, if it runs on this machine and its directory is readable.
    public OptionalLong postmaster() {
        try {
            var file = Path.of(show("postgres", SHOW_DATA_DIRECTORY)).resolve("postmaster.pid");
            try (var lines = Files.lines(file)) {
                return OptionalLong.of(
                        Long.parseLong(lines.findFirst().orElseThrow().strip()));
            }
        } catch (IOException | SQLException elsewhere) {
            return OptionalLong.empty();
        }
    }

    @Override
    public void close() {
        if (embedded != null) {
            embedded.stop();
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String identifier(String name) {
        if (!name.matches("[a-z][a-z0-9_]*")) {
            throw new IllegalArgumentException("not a database's name: " + name);
        }
        return name;
    }
}
