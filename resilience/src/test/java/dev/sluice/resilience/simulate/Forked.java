package dev.sluice.resilience.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A simulation in a separate process, like the command's.
///
/// @param log its output
record Forked(Process process, Path log) {
    /// @param first class path entries before the tests' own, for replaced classes
    static Forked of(Path dir, List<Path> first, long seed, int steps, int restEvery) throws IOException {
        var path = new ArrayList<>(first.stream().map(Path::toString).toList());
        path.add(System.getProperty("java.class.path"));
        var log = Files.createTempFile(dir, "simulation", ".log");
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx512m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Duser.timezone=UTC",
                        "-Djava.awt.headless=true",
                        "-cp",
                        String.join(File.pathSeparator, path),
                        "dev.sluice.resilience.Resilience",
                        "simulate",
                        "--seed",
                        String.valueOf(seed),
                        "--steps",
                        String.valueOf(steps),
                        "--rest-every",
                        String.valueOf(restEvery))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new Forked(process, log);
    }

    record Ran(int exit, String text) {}

    /// Waits for the end and returns the result.
    Ran ended() throws IOException, InterruptedException {
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ran(process.exitValue(), Files.readString(log));
    }
}
