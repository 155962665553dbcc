package dev.sluice.resilience.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An interrupted trial leaves no server and no data.
class RemainsTest {
    private static final Duration STARTED_WITHIN = Duration.ofMinutes(2);

    @TempDir
    Path temporary;

    @Test
    void an_interrupted_simulation_leaves_nothing() throws Exception {
        // Readable by all, since PostgreSQL may run under another account.
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
        var trial = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx512m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + temporary,
                        "-Dsluice.resilience.memory=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.sluice.resilience.Resilience",
                        "simulate",
                        "--steps",
                        "1000000"))
                .redirectErrorStream(true)
                .redirectOutput(temporary.resolve("log").toFile())
                .start();
        try {
            var server = server(trial);
            trial.destroy();
            assertThat(trial.waitFor(1, TimeUnit.MINUTES)).isTrue();
            // An ended process remains visible until the system reaps it.
            assertThat(server.onExit()).succeedsWithin(Duration.ofMinutes(1));
            assertThat(volumes()).isEmpty();
        } finally {
            trial.destroyForcibly();
        }
    }

    private ProcessHandle server(Process trial) throws IOException {
        long end = System.nanoTime() + STARTED_WITHIN.toNanos();
        while (System.nanoTime() < end && trial.isAlive()) {
            for (var volume : volumes()) {
                var server = pidFile(volume);
                if (server.isPresent()) {
                    return server.get();
                }
            }
            Pauses.pause(Duration.ofMillis(50));
        }
        throw new AssertionError("no server of PostgreSQL: " + Files.readString(temporary.resolve("log")));
    }

    private static Optional<ProcessHandle> pidFile(Path volume) throws IOException {
        return Postmaster.of(volume.resolve("postgres").resolve("data")).filter(ProcessHandle::isAlive);
    }

    private List<Path> volumes() throws IOException {
        try (var all = Files.list(temporary)) {
            return all.filter(each -> each.getFileName().toString().startsWith("sluice-resilience"))
                    .toList();
        }
    }
}
