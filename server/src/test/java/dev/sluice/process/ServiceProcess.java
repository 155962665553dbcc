package dev.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Leaks;
import dev.sluice.app.TestClient;
import dev.sluice.auth.EnvFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// A real `serve` process, started as an operator does it: with its environment, its output and its signals.
/// [#close()] ends every process that it started.
final class ServiceProcess implements AutoCloseable {
    private static final Duration READY_WITHIN = Duration.ofSeconds(90);
    private static final Duration ENDED_WITHIN = Duration.ofSeconds(60);
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Process process;
    private final Path dataDir;
    private final Path out;
    private final Path err;

    private ServiceProcess(Process process, Path dataDir, Path out, Path err) {
        this.process = process;
        this.dataDir = dataDir;
        this.out = out;
        this.err = err;
    }

    /// Exit code and output of a finished command.
    record Ended(int exit, String out, String err) {}

    /// Starts the service on a free port without a rate limit and waits until it is ready.
    static ServiceProcess start(Path dataDir, Map<String, String> settings) {
        var service = launch(dataDir, settings, "serve");
        try {
            Eventually.within(READY_WITHIN, "ready", () -> {
                if (!service.process.isAlive()) {
                    throw new AssertionError("serve ended with " + service.process.exitValue() + service.spoken());
                }
                return service.banner().contains("Sluice is ready") && service.health("ready") == 200;
            });
            return service;
        } catch (Throwable failed) {
            service.end();
            throw failed;
        }
    }

    static ServiceProcess start(Path dataDir) {
        return start(dataDir, Map.of());
    }

    /// Runs a command to its end.
    static Ended run(Path dataDir, Map<String, String> settings, String... arguments) {
        var command = launch(dataDir, settings, arguments);
        int exit = command.awaitExit();
        command.requireNoSecrets();
        return new Ended(exit, read(command.out), read(command.err));
    }

    private static ServiceProcess launch(Path dataDir, Map<String, String> settings, String... arguments) {
        var words = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-XX:+UseCompactObjectHeaders",
                "-Xss512k",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Duser.timezone=UTC",
                "-cp",
                absolute(System.getProperty("java.class.path")),
                "dev.sluice.Main"));
        words.addAll(List.of(arguments));
        try {
            var root = Files.createDirectories(dataDir.toAbsolutePath().getParent());
            var name = arguments[0] + "-" + NUMBER.incrementAndGet();
            var out = root.resolve(name + ".out");
            var err = root.resolve(name + ".err");
            var builder = new ProcessBuilder(words)
                    .directory(root.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().keySet().removeIf(key -> key.startsWith("SLUICE_") || key.startsWith("JAVA_TOOL"));
            builder.environment().putAll(Map.of("SLUICE_PORT", "0", "SLUICE_RATE_LIMIT", "off"));
            builder.environment().put("SLUICE_DATA_DIR", dataDir.toString());
            builder.environment().putAll(settings);
            var service = new ServiceProcess(builder.start(), dataDir, out, err);
            // An aborted test run leaves no process behind either.
            Runtime.getRuntime().addShutdownHook(new Thread(service::end));
            return service;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String absolute(String classPath) {
        var entries = classPath.split(System.getProperty("path.separator"), -1);
        return String.join(
                System.getProperty("path.separator"),
                List.of(entries).stream()
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }

    Map<String, String> credentials() {
        try {
            return EnvFile.read(dataDir.resolve("demo.env"));
        } catch (IOException absent) {
            throw new UncheckedIOException(absent);
        }
    }

    URI baseUrl() {
        return URI.create(credentials().get("SLUICE_BASE_URL"));
    }

    TestClient signing() {
        var credentials = credentials();
        return TestClient.signing(
                baseUrl(), credentials.get("SLUICE_CLIENT_ID"), credentials.get("SLUICE_CLIENT_SECRET"));
    }

    TestClient bearing() {
        return TestClient.bearing(baseUrl(), credentials().get("SLUICE_API_KEY"));
    }

    TestClient anonymous() {
        return TestClient.anonymous(baseUrl());
    }

    /// Returns the status of `/health/live` or `/health/ready`; 0 without an answer.
    int health(String which) {
        try (var client = anonymous()) {
            return client.get("/health/" + which).status();
        } catch (UncheckedIOException nobody) {
            return 0;
        }
    }

    String banner() {
        return read(out);
    }

    String log() {
        return read(err);
    }

    EmbeddedServer database() {
        return new EmbeddedServer(dataDir);
    }

    /// Sends SIGTERM.
    void terminate() {
        process.destroy();
    }

    /// Sends SIGKILL and waits for the end.
    void kill() {
        process.destroyForcibly();
        awaitExit();
    }

    /// Waits for the end and returns the exit code.
    int awaitExit() {
        try {
            if (!process.waitFor(ENDED_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("still running after " + ENDED_WITHIN + spoken());
            }
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// Ends the process and its embedded server, in any state, and searches its log for secrets: the launcher sees
    /// only the tests' own output.
    @Override
    public void close() {
        end();
        requireNoSecrets();
    }

    private void requireNoSecrets() {
        assertThat(Leaks.in(err)).as("secrets in a log").isEmpty();
    }

    private void end() {
        if (process.isAlive()) {
            kill();
        }
        database().kill();
    }

    private String spoken() {
        return "\n" + banner() + log();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
