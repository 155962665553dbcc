package dev.sluice.resilience.failover;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds PostgreSQL's own programs on this machine.
final class Programs {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final List<String> NEEDED = List.of("initdb", "pg_ctl", "pg_basebackup");
    private static final Pattern VERSION = Pattern.compile("[0-9]{2}");

    private Programs() {}

    /// Returns Debian's newest version, or that of the search path.
    static Optional<Path> ofPostgres() throws IOException {
        return Stream.concat(debians().stream(), onPath())
                .filter(bin -> NEEDED.stream().allMatch(program -> Files.isExecutable(bin.resolve(program))))
                .findFirst();
    }

    private static List<Path> debians() throws IOException {
        if (!Files.isDirectory(DEBIAN)) {
            return List.of();
        }
        try (var versions = Files.list(DEBIAN)) {
            return versions.filter(version ->
                            VERSION.matcher(version.getFileName().toString()).matches())
                    .sorted(Comparator.comparing(
                                    (Path version) -> version.getFileName().toString())
                            .reversed())
                    .map(version -> version.resolve("bin"))
                    .toList();
        }
    }

    private static Stream<Path> onPath() {
        var path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return Stream.of(path.split(Pattern.quote(File.pathSeparator))).map(Path::of);
    }
}
