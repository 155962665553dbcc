package dev.sluice.samples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// A program of npm's that the launcher installs for the tests.
final class NpmProgram {
    private NpmProgram() {}

    /// The program: where the variable of its name says, else in the launcher's cache.
    ///
    /// @throws IllegalStateException where it is not installed
    static Path find(String name) throws IOException {
        var given = Optional.ofNullable(System.getenv(name.toUpperCase(Locale.ROOT)))
                .map(Path::of);
        if (given.isPresent()) {
            return given.get();
        }
        var cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("sluice");
        try (var found = Files.newDirectoryStream(cache, name + "-*")) {
            for (var version : found) {
                return version.resolve(Path.of("node_modules", ".bin", name));
            }
        }
        throw new IllegalStateException("there is no " + name + " in " + cache + ": ./sluice test installs it");
    }
}
