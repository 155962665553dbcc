package dev.sluice.trial.failover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;

/// Where PostgreSQL's own programs are on this machine.
final class Programs {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final String NEEDED = "pg_basebackup";

    private Programs() {}

    /// The newest that is installed.
    static Optional<Path> ofPostgres() throws IOException {
        if (!Files.isDirectory(DEBIAN)) {
            return Optional.empty();
        }
        try (var versions = Files.list(DEBIAN)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve(NEEDED)))
                    .max(Comparator.comparingInt(bin -> Integer.parseInt(
                            bin.getParent().getFileName().toString())));
        }
    }
}
