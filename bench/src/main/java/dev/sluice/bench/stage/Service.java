package dev.sluice.bench.stage;

import dev.sluice.auth.EnvFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The service in a separate process, started by the launcher like an operator's.
public final class Service implements AutoCloseable {
    private static final Duration READY_WITHIN = Duration.ofSeconds(90);
    private static final Duration STOPPED_WITHIN = Duration.ofSeconds(30);
    private static final Duration GLANCE = Duration.ofMillis(50);

    private final Process process;
    private final Path dataDir;
    private final Path log;

    private Service(Process process, Path dataDir, Path log) {
        this.process = process;
        this.dataDir = dataDir;
        this.log = log;
    }

    /// Starts the service on a free port, without a rate limit, and waits until it is ready.
    ///
    /// @param launcher the `sluice` script
    /// @param settings additional settings, by their environment variables
    public static Service start(Children children, Path launcher, Path dataDir, Map<String, String> settings)
            throws IOException {
        Files.createDirectories(dataDir);
        Files.deleteIfExists(dataDir.resolve("demo.env"));
        var log = dataDir.resolve("service.log");
        var builder = new ProcessBuilder(List.of(launcher.toString(), "serve"))
                .directory(dataDir.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().keySet().removeIf(key -> key.startsWith("SLUICE_") && !key.equals("SLUICE_JAVA_OPTS"));
        builder.environment().putAll(Map.of("SLUICE_PORT", "0", "SLUICE_RATE_LIMIT", "off"));
        builder.environment().put("SLUICE_DATA_DIR", dataDir.toString());
        builder.environment().putAll(settings);
        var service = new Service(children.start(builder), dataDir, log);
        service.awaitReady();
        return service;
    }

    public URI baseUrl() throws IOException {
        return URI.create(EnvFile.read(dataDir.resolve("demo.env")).get("SLUICE_BASE_URL"));
    }

    /// Returns the process id. The launcher replaces itself by the service, so it is the service's own.
    public long pid() {
        return process.pid();
    }

    /// Stops the service gracefully.
    @Override
    public void close() {
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

    private void awaitReady() throws IOException {
        long end = System.nanoTime() + READY_WITHIN.toNanos();
        while (!Files.readString(log).contains("Sluice is ready")) {
            if (!process.isAlive() || System.nanoTime() > end) {
                process.destroyForcibly();
                throw new IOException("the service did not start:\n" + Files.readString(log));
            }
            Pauses.pause(GLANCE);
        }
    }
}
