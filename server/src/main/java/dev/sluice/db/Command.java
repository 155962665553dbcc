package dev.sluice.db;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One finished program of the operating system: its exit code and what it printed.
///
/// @param exit the exit code; 127 when the program could not be started, 124 when it took too long
record Command(int exit, String output) {

    /// Runs a program with a bare environment: no `PG…` variable may redirect PostgreSQL, and none of the service's
    /// secrets may outlive it in the server's environment. Output goes through a file, since a daemon that
    /// inherited a pipe would keep it open.
    static Command run(Path directory, Duration limit, List<String> words) {
        Path output = null;
        try {
            output = Files.createTempFile("sluice-", ".out");
            var builder = new ProcessBuilder(words)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(output.toFile());
            var path = builder.environment().getOrDefault("PATH", "/usr/bin:/bin");
            builder.environment().clear();
            builder.environment().put("PATH", path + ":/usr/sbin:/sbin");
            builder.environment().put("LC_ALL", "C");
            builder.environment().put("TZ", "UTC");
            var process = builder.start();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                return new Command(124, words.getFirst() + " took longer than " + limit.toSeconds() + " s");
            }
            return new Command(
                    process.exitValue(),
                    Files.readString(output, StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            return new Command(127, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataDirFailure("interrupted while waiting for " + words.getFirst(), e);
        } finally {
            delete(output);
        }
    }

    boolean ok() {
        return exit == 0;
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            file.toFile().deleteOnExit();
        }
    }
}
