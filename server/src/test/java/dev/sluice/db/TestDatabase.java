package dev.sluice.db;

import dev.sluice.db.embedded.Embedded;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A migrated database for one test: a clone of a template, on a real PostgreSQL that all JVMs of a test run share.
public final class TestDatabase implements AutoCloseable {
    private static final Path DIRECTORY = TestDirectory.path();
    /// The template of this JVM: other JVMs share the server.
    private static final String TEMPLATE =
            "sluice_template_" + ProcessHandle.current().pid();

    /// The data is disposable: nothing waits for the disk.
    private static final List<String> SETTINGS = List.of(
            "fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0", "max_wal_size=256MB");

    private static final int CONNECTIONS = 8;
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static @Nullable Embedded shared;

    private final Embedded cluster;
    private final String name;
    private final Database database;

    private TestDatabase(Embedded cluster, String name) {
        this.cluster = cluster;
        this.name = name;
        this.database = Database.open(address(cluster, name), CONNECTIONS, null);
    }

    /// Creates a new, migrated, empty database.
    public static TestDatabase create() {
        var cluster = cluster();
        var name = "test_" + ProcessHandle.current().pid() + "_" + NUMBER.incrementAndGet();
        execute(cluster, "CREATE DATABASE " + name + " TEMPLATE " + TEMPLATE + " STRATEGY FILE_COPY");
        return new TestDatabase(cluster, name);
    }

    public Database database() {
        return database;
    }

    /// Returns the address, for a second node on the same database.
    public Database.Address address() {
        return address(cluster, name);
    }

    @Override
    public void close() {
        database.close();
        execute(cluster, "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    }

    private static synchronized Embedded cluster() {
        var running = shared;
        if (running == null) {
            var started = Embedded.startOrAttach(DIRECTORY, SETTINGS);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                execute(started, "DROP DATABASE IF EXISTS " + TEMPLATE + " WITH (FORCE)");
                started.stop();
                TestDirectory.free(DIRECTORY);
            }));
            execute(started, "DROP DATABASE IF EXISTS " + TEMPLATE + " WITH (FORCE)");
            execute(started, "CREATE DATABASE " + TEMPLATE);
            try (var template = Database.open(address(started, TEMPLATE), 2, null)) {
                Migrations.migrate(template);
            }
            shared = started;
            running = started;
        }
        return running;
    }

    private static Database.Address address(Embedded cluster, String name) {
        var url = cluster.jdbcUrl();
        int slash = url.indexOf('/', url.indexOf("//") + 2);
        int query = url.indexOf('?');
        var tail = query < 0 ? "" : url.substring(query);
        return new Database.Address(url.substring(0, slash + 1) + name + tail, cluster.user(), cluster.password());
    }

    private static void execute(Embedded cluster, String sql) {
        try (Connection connection =
                        DriverManager.getConnection(cluster.jdbcUrl(), cluster.user(), cluster.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }
}
