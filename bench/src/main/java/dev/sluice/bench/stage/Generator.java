package dev.sluice.bench.stage;

import dev.sluice.bench.load.Load;
import dev.sluice.bench.load.Plan;
import dev.sluice.bench.load.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// Runs the load generator as a process of its own.
public final class Generator {
    private Generator() {}

    /// @throws IOException where the generator failed, or the service refused anything
    public static Result run(Plan plan) throws IOException {
        var file = Files.createTempFile(
                "plan", ".json", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            plan.write(file);
            var process = new ProcessBuilder(List.of(
                            ProcessHandle.current().info().command().orElseThrow(),
                            "-XX:+UseSerialGC",
                            "-Xmx256m",
                            "-XX:+UseCompactObjectHeaders",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Load.class.getName(),
                            file.toString()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
            var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (out.isBlank()) {
                throw new IOException("the load generator failed");
            }
            var result = Result.parse(out);
            if (!result.failed().isEmpty()) {
                throw new IOException("the service refused some requests, by status: " + result.failed());
            }
            return result;
        } finally {
            Files.delete(file);
        }
    }
}
