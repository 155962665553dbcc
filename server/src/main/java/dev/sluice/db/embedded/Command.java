package dev.sluice.db.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Result of an external program: its exit code and output.
///
/// @param exit exit code; 127 if the program could not be started, 124 on a timeout
record Command(int exit, String output) {

    /// Runs a program with a minimal environment: no `PG…` variable can redirect PostgreSQL, and the server does
    /// not inherit the service's secrets. Output goes to a file, because a daemon that inherits a pipe keeps it
    /// open.
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
