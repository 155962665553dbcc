package dev.sluice.resilience.stage;

import dev.sluice.auth.EnvFile;
import dev.sluice.client.Authentication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The service in a separate process.
public final class Node implements AutoCloseable {
    private static final Duration READY_WITHIN = Duration.ofMinutes(2);
    private static final Duration STOPPED_WITHIN = Duration.ofSeconds(30);
    private static final Duration GLANCE = Duration.ofMillis(20);

    private final Process process;
    private final Path log;
    private final Map<String, String> credentials;

    private Node(Process process, Path log, Map<String, String> credentials) {
        this.process = process;
        this.log = log;
        this.credentials = credentials;
    }

    /// Starts the service on a free port and waits until it is ready.
    ///
    /// @param serve command that starts the service
    /// @param settings settings by their environment variables
    public static Node start(List<String> serve, Path dataDir, Map<String, String> settings) throws IOException {
        Files.createDirectories(dataDir);
        var demo = dataDir.resolve("demo.env");
        Files.deleteIfExists(demo);
        var log = dataDir.resolve("service.log");
        var builder = new ProcessBuilder(serve)
                .directory(dataDir.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
        builder.environment().put("SLUICE_PORT", "0");
        builder.environment().put("SLUICE_DATA_DIR", dataDir.toString());
        builder.environment().putAll(settings);
        var process = builder.start();
        CleanUp.add(process);
        long end = System.nanoTime() + READY_WITHIN.toNanos();
        while (!Files.exists(demo)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                process.destroyForcibly();
                throw new IOException("the service did not start:\n" + Files.readString(log));
            }
            Pauses.pause(GLANCE);
        }
        return new Node(process, log, EnvFile.read(demo));
    }

    /// Returns the command by which operators start the service.
    public static List<String> launched() {
        var launcher = Path.of(System.getProperty("sluice.root", ".")).resolve("sluice");
        return List.of(launcher.toAbsolutePath().toString(), "serve");
    }

    public long pid() {
        return process.pid();
    }

    public URI url() {
        return URI.create(credentials.getOrDefault("SLUICE_BASE_URL", ""));
    }

    /// Returns the demo merchant's credentials from the service's file.
    public Authentication merchant() {
        return Authentication.signature(
                credentials.getOrDefault("SLUICE_CLIENT_ID", ""), credentials.getOrDefault("SLUICE_CLIENT_SECRET", ""));
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /// Kills the process, like `kill -9`.
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /// Suspends the process (SIGSTOP).
    public void freeze() throws IOException {
        Signals.send("STOP", process.pid());
    }

    /// Resumes the process (SIGCONT).
    public void thaw() throws IOException {
        Signals.send("CONT", process.pid());
    }

    /// Stops the process gracefully.
    ///
    /// @throws IllegalStateException if its log contains a secret
    @Override
    public void close() {
        stop();
        try {
            var leaks = Leaks.in(log);
            if (!leaks.isEmpty()) {
                throw new IllegalStateException("secrets found in a log: " + leaks);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void stop() {
        process.destroy();
        try {
            if (!process.waitFor(STOPPED_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
