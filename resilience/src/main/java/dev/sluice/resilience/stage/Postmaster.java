package dev.sluice.resilience.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/// Main process of a PostgreSQL server.
public final class Postmaster {
    /// Present in the data directory of a running server.
    static final String FILE = "postmaster.pid";

    private static final Duration GLANCE = Duration.ofMillis(5);
    private static final Duration GONE_WITHIN = Duration.ofSeconds(30);

    private Postmaster() {}

    /// Returns the process of the server that runs on a data directory, if any.
    public static Optional<ProcessHandle> of(Path data) throws IOException {
        var file = data.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (var lines = Files.lines(file)) {
            return ProcessHandle.of(
                    Long.parseLong(lines.findFirst().orElseThrow().strip()));
        }
    }

    /// Kills the server with all its processes, like a power failure, and waits until they are gone. The main
    /// process is stopped first, so that it neither starts nor reaps a child, and the list is complete.
    ///
    /// @return number of processes
    public static int kill(Path data) throws IOException {
        var postmaster = of(data).orElseThrow();
        Signals.send("STOP", postmaster.pid());
        var all = Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
        Signals.send("KILL", all.stream().map(ProcessHandle::pid).toList());
        long end = System.nanoTime() + GONE_WITHIN.toNanos();
        while (all.stream().anyMatch(Postmaster::lives)) {
            if (System.nanoTime() > end) {
                throw new IOException("processes of PostgreSQL are not gone: " + all);
            }
            Pauses.pause(GLANCE);
        }
        return all.size();
    }

    /// An unreaped process has no working directory any more. It releases it later than its memory and sockets,
    /// and the service detects a running server by that directory.
    private static boolean lives(ProcessHandle process) {
        return process.isAlive() && Files.exists(Path.of("/proc/" + process.pid() + "/cwd"));
    }
}
