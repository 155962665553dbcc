package dev.sluice.samples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// An npm program that the launcher installs for the tests.
final class NpmProgram {
    private NpmProgram() {}

    /// Returns the program: from the variable of its name, or else from the launcher's cache.
    ///
    /// @throws IllegalStateException if it is not installed
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
        try (var paths = Files.newDirectoryStream(cache, name + "-*")) {
            for (var version : paths) {
                return version.resolve(Path.of("node_modules", ".bin", name));
            }
        }
        throw new IllegalStateException("there is no " + name + " in " + cache + ": ./sluice test installs it");
    }
}
