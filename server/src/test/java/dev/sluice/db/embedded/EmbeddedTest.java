package dev.sluice.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.security.auth.module.UnixSystem;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The embedded PostgreSQL with real servers and real processes that are really killed.
@Tag("slow")
class EmbeddedTest {
    private static final long BUFFERS_MIN = 128L * 1024 * 1024;
    private static final long BUFFERS_MAX = 8 * BUFFERS_MIN;

    @TempDir
    Path dataDir;

    private final List<Embedded> handles = new ArrayList<>();

    @AfterEach
    void stopAll() {
        handles.forEach(Embedded::stop);
    }

    private Embedded start() {
        var handle = Embedded.startOrAttach(dataDir);
        handles.add(handle);
        return handle;
    }

    @Test
    void data_survive_stop_and_start() throws Exception {
        var first = start();
        assertThat(first.started()).isTrue();
        execute(first, "CREATE TABLE kept (amount bigint)", "INSERT INTO kept VALUES (42)");
        first.stop();
        first.stop();
        assertThat(Postmaster.read(data())).isEmpty();

        var second = start();
        assertThat(second.started()).isTrue();
        assertThat(second.password()).isEqualTo(first.password());
        assertThat(ask(second, "SELECT amount FROM kept")).isEqualTo("42");
    }

    @Test
    void durability_is_on_and_the_server_is_private() throws Exception {
        var embedded = start();
        for (var setting : Map.of(
                        "fsync", "on",
                        "synchronous_commit", "on",
                        "full_page_writes", "on",
                        "data_checksums", "on",
                        "listen_addresses", "127.0.0.1",
                        "unix_socket_directories", "",
                        "max_wal_size", "2GB",
                        "max_connections", "60")
                .entrySet()) {
            assertThat(ask(embedded, "SHOW " + setting.getKey()))
                    .as(setting.getKey())
                    .isEqualTo(setting.getValue());
        }
        assertThat(Long.parseLong(ask(embedded, "SELECT pg_size_bytes(current_setting('shared_buffers'))")))
                .isBetween(BUFFERS_MIN, BUFFERS_MAX);
        assertThat(ask(
                        embedded,
                        "SELECT datcollate || datctype || datlocale FROM pg_database WHERE datname = 'sluice'"))
                .isEqualTo("CCC.UTF-8");
        assertThat(ask(embedded, "SELECT left(rolpassword, 13) FROM pg_authid WHERE rolname = 'sluice'"))
                .isEqualTo("SCRAM-SHA-256");
        assertThat(permissions("postgres/password")).isEqualTo("rw-------");
        assertThat(permissions("postgres")).isEqualTo("rwx------");
        assertThatThrownBy(() -> DriverManager.getConnection(embedded.jdbcUrl(), "sluice", "guess"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("password authentication failed");
    }

    @Test
    void what_somebody_sets_for_data_that_nobody_will_miss_holds_in_place_of_ours() throws Exception {
        var embedded = Embedded.startOrAttach(dataDir, List.of("fsync=off", "scram_iterations=1"));
        handles.add(embedded);
        assertThat(ask(embedded, "SHOW fsync")).isEqualTo("off");
        assertThat(ask(embedded, "SHOW full_page_writes")).isEqualTo("on");
        assertThat(ask(embedded, "SELECT left(rolpassword, 16) FROM pg_authid WHERE rolname = 'sluice'"))
                .isEqualTo("SCRAM-SHA-256$1:");
    }

    @Test
    void a_killed_process_leaves_its_server_to_the_next_one() throws Exception {
        var killed = holdInAnotherProcess();
        var postmaster = Postmaster.read(data()).orElseThrow();
        killed.destroyForcibly().waitFor();

        var next = start();
        assertThat(next.started()).isFalse();
        assertThat(Postmaster.read(data()).orElseThrow().pid()).isEqualTo(postmaster.pid());
        next.stop();
        assertThat(Postmaster.read(data())).isEmpty();
    }

    @Test
    void the_server_stays_until_the_last_user_leaves() throws Exception {
        var here = start();
        var other = holdInAnotherProcess();
        var second = start();
        assertThat(second.started()).isFalse();
        second.stop();
        here.stop();
        assertThat(Postmaster.read(data()).orElseThrow().ready()).isTrue();

        other.getOutputStream().close();
        assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Postmaster.read(data())).isEmpty();
    }

    @Test
    void a_killed_server_recovers_what_was_committed() throws Exception {
        var first = start();
        execute(first, "CREATE TABLE kept (amount bigint)", "INSERT INTO kept VALUES (42)");
        kill(Postmaster.read(data()).orElseThrow());

        var second = start();
        assertThat(second.started()).isTrue();
        assertThat(ask(second, "SELECT amount FROM kept")).isEqualTo("42");
    }

    @Test
    void a_server_that_dies_under_the_service_is_revived_on_its_port() throws Exception {
        var embedded = start();
        assertThat(embedded.restart()).isTrue();
        kill(Postmaster.read(data()).orElseThrow());
        assertThat(embedded.restart()).isTrue();
        assertThat(ask(embedded, "SELECT 1")).isEqualTo("1");
    }

    @Test
    void a_process_number_used_again_by_another_program_hinders_nothing() throws Exception {
        start().stop();
        Files.writeString(
                Postmaster.file(data()),
                "%d\n%s\n1\n5432\n\n127.0.0.1\n\nready\n"
                        .formatted(ProcessHandle.current().pid(), data()));
        assertThat(start().started()).isTrue();
    }

    @Test
    void a_start_that_fails_tells_the_end_of_the_log() throws Exception {
        start().stop();
        Files.setPosixFilePermissions(data(), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(this::start)
                .isInstanceOf(DataDirFailure.class)
                .hasMessageContaining("does not start")
                .hasMessageContaining("has invalid permissions")
                .hasMessageContaining("postgres.log");
    }

    @Test
    void a_cluster_of_another_major_version_is_left_alone() throws Exception {
        start().stop();
        Files.writeString(data().resolve("PG_VERSION"), "17\n");
        assertThatThrownBy(this::start)
                .isInstanceOf(DataDirFailure.class)
                .hasMessageContaining("written by PostgreSQL 17 and this is 18");
    }

    @Test
    void a_file_in_place_of_the_directory_is_named() throws Exception {
        var file = Files.writeString(dataDir.resolve("file"), "");
        assertThatThrownBy(() -> Embedded.startOrAttach(file))
                .isInstanceOf(DataDirFailure.class)
                .hasMessageContaining("cannot use the data directory " + file);
    }

    @Test
    void an_interrupted_creation_is_begun_anew() throws Exception {
        var partial = Files.createDirectories(dataDir.resolve("postgres/data.creating/base"));
        Files.writeString(partial.resolve("half"), "");
        assertThat(ask(start(), "SELECT 1")).isEqualTo("1");
    }

    /// Only root can switch to another account; for other users there is nothing to test.
    @Test
    void root_without_user_namespaces_runs_it_under_an_ordinary_account() throws Exception {
        if (new UnixSystem().getUid() != 0) {
            return;
        }
        Files.setPosixFilePermissions(dataDir, PosixFilePermissions.fromString("rwxr-xr-x"));
        var root = dataDir.toRealPath();
        var dir = Files.createDirectory(root.resolve("postgres"));
        var account = PostgresAccount.ordinary(PostgresAccount.Owner.of(dir)).stream()
                .filter(candidate -> candidate.reaches(root))
                .findFirst()
                .orElseThrow();
        var first = Embedded.startOrAttach(root, dir, account, List.of());
        handles.add(first);
        assertThat(Files.getAttribute(
                        Path.of("/proc/" + Postmaster.read(data()).orElseThrow().pid()), "unix:uid"))
                .isEqualTo(account.owner().orElseThrow().uid());
        execute(first, "CREATE TABLE kept (amount bigint)");
        assertThat(start().started()).isFalse();
        handles.forEach(Embedded::stop);
        assertThat(start().started()).isTrue();
    }

    @Test
    void one_process_serves_a_data_directory_at_a_time() throws Exception {
        try (var _ = DataDirLock.acquire(dataDir)) {
            assertThatThrownBy(() -> DataDirLock.acquire(dataDir))
                    .isInstanceOf(DataDirFailure.class)
                    .hasMessageContaining("another sluice serve (process "
                            + ProcessHandle.current().pid());
        }
        DataDirLock.acquire(dataDir).close();
    }

    /// Keeps the server running until the end of its input.
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws IOException {
            var handle = Embedded.startOrAttach(Path.of(args[0]));
            System.out.println("holding " + handle.jdbcUrl());
            while (System.in.read() >= 0) {
                // Reads until end of file.
            }
            handle.stop();
        }
    }

    private Process holdInAnotherProcess() throws IOException {
        var java = ProcessHandle.current().info().command().orElseThrow();
        var process = new ProcessBuilder(
                        java, "-cp", System.getProperty("java.class.path"), Holder.class.getName(), dataDir.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var output =
                new BufferedReader(new java.io.InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (var line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("holding ")) {
                return process;
            }
        }
        throw new IllegalStateException("the other process ended early");
    }

    private static void kill(Postmaster postmaster) {
        var process = ProcessHandle.of(postmaster.pid()).orElseThrow();
        process.destroyForcibly();
        assertThat(process.onExit().orTimeout(10, TimeUnit.SECONDS)).succeedsWithin(java.time.Duration.ofSeconds(10));
    }

    private Path data() {
        return dataDir.resolve("postgres/data");
    }

    private String permissions(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(dataDir.resolve(path)));
    }

    private static Connection connect(Embedded embedded) throws SQLException {
        return DriverManager.getConnection(embedded.jdbcUrl(), embedded.user(), embedded.password());
    }

    private static void execute(Embedded embedded, String... statements) throws SQLException {
        try (var connection = connect(embedded);
                var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String ask(Embedded embedded, String sql) throws SQLException {
        try (var connection = connect(embedded);
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
