package dev.sluice.db.embedded;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A PostgreSQL cluster on disk and the programs that create, start and stop its server. `pg_ctl` starts the server in
/// a session of its own, so that Ctrl-C on the terminal only reaches the service, which then stops the server last.
final class PostgresCluster {
    static final String USER = "sluice";

    private static final Logger LOG = LoggerFactory.getLogger(PostgresCluster.class);
    private static final Duration INITDB_TIME_MAX = Duration.ofMinutes(2);
    private static final Duration START_TIME_MAX = Duration.ofMinutes(5);
    private static final Duration START_RETRY_TIME_MAX = Duration.ofSeconds(20);
    private static final Duration STOP_TIME_MAX = Duration.ofSeconds(30);
    private static final Duration PROBE_TIME_MAX = Duration.ofSeconds(10);
    private static final int RETRY_PAUSE_MILLIS = 300;
    private static final int STATE_POLL_MILLIS = 20;
    private static final int PASSWORD_BYTES = 24;
    private static final int BUFFER_SHARE = 16;
    private static final int BUFFER_MEBIBYTES_MIN = 128;
    private static final int BUFFER_MEBIBYTES_MAX = 1024;
    private static final long BYTES_PER_MEBIBYTE = 1024 * 1024;

    /// Full durability: an acknowledged payment is on disk. The rest suits a small machine. WAL segments are
    /// recycled, because creating one delays every payment by a tenth of a second. Autovacuum checks growing
    /// tables every few seconds instead of once per minute: with old statistics PostgreSQL takes them for small
    /// and scans the whole table for its last rows.
    private static final List<String> SETTINGS = List.of(
            "fsync=on",
            "synchronous_commit=on",
            "full_page_writes=on",
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=60",
            "min_wal_size=2GB",
            "max_wal_size=2GB",
            "autovacuum_naptime=5s",
            "autovacuum_vacuum_cost_delay=10ms",
            "jit=off",
            "timezone=UTC",
            "log_timezone=UTC",
            "log_checkpoints=off",
            "cluster_name=sluice");

    private final Path dir;
    private final Path data;
    private final Path passwordFile;
    private final PostgresLog log;
    private final PostgresAccount account;
    private final PostgresBinaries binaries;
    private final List<String> further;

    /// @param further settings that override the ones above
    PostgresCluster(
            Path dir, PostgresLog log, PostgresAccount account, PostgresBinaries binaries, List<String> further) {
        this.dir = dir;
        this.data = dataOf(dir);
        this.passwordFile = dir.resolve("password");
        this.log = log;
        this.account = account;
        this.binaries = binaries;
        this.further = List.copyOf(further);
    }

    static Path dataOf(Path dir) {
        return dir.resolve("data");
    }

    Path data() {
        return data;
    }

    /// Creates the cluster unless it exists. A partly created cluster never has the final name.
    void create() throws IOException {
        if (Files.exists(data)) {
            refuseOtherMajor();
            return;
        }
        if (!Files.exists(passwordFile)) {
            generatePassword();
        }
        var partial = dir.resolve("data.creating");
        Trees.delete(partial);
        account.give(passwordFile);
        var initdb = account.run(dir, INITDB_TIME_MAX, createCommand(partial));
        if (!initdb.ok()) {
            throw new DataDirFailure(
                    "cannot create the embedded PostgreSQL in %s:%n%s".formatted(dir, initdb.output()));
        }
        Files.move(partial, data, StandardCopyOption.ATOMIC_MOVE);
    }

    private List<String> createCommand(Path partial) {
        var command = new ArrayList<>(List.of(
                program("initdb"),
                "--pgdata=" + partial,
                "--username=" + USER,
                "--auth=scram-sha-256",
                "--pwfile=" + passwordFile,
                "--data-checksums",
                "--encoding=UTF8",
                "--no-locale",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8"));
        further.forEach(setting -> command.add("--set=" + setting));
        return command;
    }

    private void refuseOtherMajor() throws IOException {
        var written = Files.readString(data.resolve("PG_VERSION")).strip();
        if (!written.equals(binaries.major())) {
            throw new DataDirFailure("""
                    %s was written by PostgreSQL %s and this is %s; dump it with the version of Sluice \
                    that wrote it""".formatted(data, written, binaries.major()));
        }
    }

    private void generatePassword() throws IOException {
        var secret = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(secret);
        var partial = Files.createTempFile(
                dir,
                "password",
                "",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(partial, Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
        Files.move(partial, passwordFile, StandardCopyOption.ATOMIC_MOVE);
    }

    /// Returns the superuser's password, generated with the cluster.
    String password() throws IOException {
        if (!Files.exists(passwordFile)) {
            throw new DataDirFailure(
                    "%s is missing: without it nobody can enter the database in %s".formatted(passwordFile, data));
        }
        return Files.readString(passwordFile).strip();
    }

    /// Returns the running server of this cluster once it accepts connections; empty if none runs.
    Optional<Postmaster> running() throws IOException {
        var deadline = System.nanoTime() + START_TIME_MAX.toNanos();
        while (System.nanoTime() < deadline) {
            var found = Postmaster.read(data).filter(postmaster -> postmaster.serves(data));
            if (found.isEmpty() || found.get().ready()) {
                return found;
            }
            pause(STATE_POLL_MILLIS);
        }
        throw new DataDirFailure("PostgreSQL in %s neither starts nor stops; see %s".formatted(data, log.file()));
    }

    /// Starts the server, with crash recovery if needed, and returns its port: the preferred one if it is free.
    int start(int preferredPort) throws IOException {
        return start(preferredPort, false);
    }

    /// Restarts the server on the port that its clients use, with crash recovery if needed.
    void startAgain(int port) throws IOException {
        start(port, true);
    }

    /// Returns the port of the server that left this cluster without a shutdown; 0 without one.
    int portBeforeCrash() throws IOException {
        return Postmaster.read(data).map(Postmaster::port).orElse(0);
    }

    private int start(int preferredPort, boolean fixed) throws IOException {
        clearForeignPid();
        account.own(data);
        var deadline = System.nanoTime() + START_RETRY_TIME_MAX.toNanos();
        var port = preferredPort;
        while (true) {
            port = fixed ? port : freePort(port);
            var from = log.open(account);
            var started = account.run(dir, START_TIME_MAX.plusSeconds(5), startCommand(port));
            if (started.ok()) {
                return port;
            }
            var tail = log.tail(from);
            var passing = tail.stream().anyMatch(PostgresCluster::passes);
            if (!passing || System.nanoTime() > deadline) {
                throw new DataDirFailure("the embedded PostgreSQL does not start (%s). The end of %s:%n%s"
                        .formatted(reason(started), log.file(), String.join("\n", tail)));
            }
            pause(RETRY_PAUSE_MILLIS);
        }
    }

    private static String reason(Command started) {
        return started.output().lines().reduce((_, last) -> last).orElse("exit " + started.exit());
    }

    /// Returns true if a retry helps: processes of a killed server are still ending, or the chosen port was just
    /// taken.
    private static boolean passes(String line) {
        return line.contains("pre-existing shared memory block") || line.contains("could not bind IPv4 address");
    }

    /// Deletes the PID file if its number now belongs to another process, for example after a reboot: PostgreSQL
    /// would take any live process with that number for its server.
    private void clearForeignPid() throws IOException {
        var left = Postmaster.read(data);
        if (left.isPresent()) {
            LOG.info("recovering the embedded PostgreSQL after an unclean shutdown");
            if (left.get().alive() && !left.get().serves(data)) {
                Files.deleteIfExists(Postmaster.file(data));
            }
        }
    }

    /// Returns a sixteenth of the machine's memory, within bounds. The service, the operating system's cache and
    /// the connections need memory as well.
    private static long bufferMebibytes() {
        long machine =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return Math.clamp(machine / BUFFER_SHARE / BYTES_PER_MEBIBYTE, BUFFER_MEBIBYTES_MIN, BUFFER_MEBIBYTES_MAX);
    }

    private List<String> startCommand(int port) {
        var settings = new ArrayList<>(SETTINGS);
        settings.add("port=" + port);
        settings.add("shared_buffers=%dMB".formatted(bufferMebibytes()));
        if (supportsLz4()) {
            settings.add("wal_compression=lz4");
        }
        settings.addAll(further);
        var options = settings.stream().map(setting -> "-c '" + setting + "'").collect(Collectors.joining(" "));
        return List.of(
                program("pg_ctl"),
                "start",
                "--pgdata=" + data,
                "--log=" + log.file(),
                "--wait",
                "--timeout=" + START_TIME_MAX.toSeconds(),
                "--options=" + options);
    }

    private boolean supportsLz4() {
        return account.run(
                        dir,
                        PROBE_TIME_MAX,
                        List.of(
                                program("postgres"),
                                "-D",
                                data.toString(),
                                "-C",
                                "wal_compression",
                                "-c",
                                "wal_compression=lz4"))
                .ok();
    }

    /// Stops the server with a fast shutdown. If that times out, uses an immediate one, which leads to crash
    /// recovery.
    void stop() {
        if (!stop("fast").ok() && !stop("immediate").ok()) {
            LOG.warn("cannot stop the embedded PostgreSQL in {}", data);
        }
    }

    private Command stop(String mode) {
        return account.run(
                dir,
                STOP_TIME_MAX.plusSeconds(5),
                List.of(
                        program("pg_ctl"),
                        "stop",
                        "--pgdata=" + data,
                        "--mode=" + mode,
                        "--wait",
                        "--timeout=" + STOP_TIME_MAX.toSeconds()));
    }

    private String program(String name) {
        return binaries.program(name).toString();
    }

    private static int freePort(int preferred) throws IOException {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), preferred));
            return socket.getLocalPort();
        } catch (BindException e) {
            if (preferred == 0) {
                throw e;
            }
            return freePort(0);
        }
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataDirFailure("interrupted while waiting for the embedded PostgreSQL", e);
        }
    }
}
