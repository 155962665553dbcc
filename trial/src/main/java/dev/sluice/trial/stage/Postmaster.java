package dev.sluice.trial.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/// The process of a PostgreSQL server.
public final class Postmaster {
    /// Stands in the data directory of a server as long as it runs.
    static final String FILE = "postmaster.pid";

    private static final Duration GLANCE = Duration.ofMillis(5);
    private static final Duration GONE_WITHIN = Duration.ofSeconds(30);

    private Postmaster() {}

    /// The one that runs on a data directory, if one does.
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

    /// Kills the server with all its processes, as a machine that loses power does, and waits until they are gone.
    /// It is stopped first, so that it begins no process that nobody has seen, and buries none, and all can be
    /// told.
    ///
    /// @return how many processes there were
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

    /// One that nobody has buried yet stands nowhere any more. It leaves its directory later than its memory and its
    /// sockets, and by its directory the service tells whether a server runs.
    private static boolean lives(ProcessHandle process) {
        return process.isAlive() && Files.exists(Path.of("/proc/" + process.pid() + "/cwd"));
    }
}
