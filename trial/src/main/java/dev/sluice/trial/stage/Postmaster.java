package dev.sluice.trial.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The process of a PostgreSQL server.
public final class Postmaster {
    private static final Duration GLANCE = Duration.ofMillis(5);

    private Postmaster() {}

    /// The one that runs on a data directory, if one does.
    public static Optional<ProcessHandle> of(Path data) throws IOException {
        var file = data.resolve("postmaster.pid");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (var lines = Files.lines(file)) {
            return ProcessHandle.of(
                    Long.parseLong(lines.findFirst().orElseThrow().strip()));
        }
    }

    /// Kills it, as a machine that loses power does, and waits until it is gone.
    public static void kill(Path data) throws IOException {
        var postmaster = of(data).orElseThrow();
        Signals.send("KILL", postmaster.pid());
        while (postmaster.isAlive()) {
            Pauses.pause(GLANCE);
        }
    }
}
