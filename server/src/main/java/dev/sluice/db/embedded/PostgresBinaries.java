package dev.sluice.db.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/// The programs of PostgreSQL (`initdb`, `pg_ctl`, `postgres`). They are unpacked once per version and machine from
/// the jar that the build includes for this operating system and processor.
record PostgresBinaries(Path home) {

    /// Unpacks into the user's cache before the first start. The launcher runs this at the end of a build.
    static void main() throws IOException {
        var cache = userCache();
        if (cache.isPresent()) {
            var archive = archive();
            unpackOnce(archive, cache.get().resolve(cacheName(archive)));
        }
    }

    /// Unpacks to a place where this account can run them: the user's cache, or the cluster's own directory.
    static PostgresBinaries unpacked(Path clusterDir, PostgresAccount account) throws IOException {
        var archive = archive();
        var name = cacheName(archive);
        var cache = userCache();
        if (cache.isPresent() && account.owner().isEmpty()) {
            try {
                var shared = unpackOnce(archive, cache.get().resolve(name));
                if (account.reaches(shared.program("postgres"))) {
                    return shared;
                }
            } catch (IOException e) {
                // The home directory is read-only or missing: falls back to the cluster's own
                // directory.
            }
        }
        var own = unpackOnce(archive, clusterDir.resolve(name));
        account.own(own.home);
        return own;
    }

    Path program(String name) {
        return home.resolve("bin").resolve(name);
    }

    /// Returns the major version as in the `PG_VERSION` of a data directory, such as `18`.
    String major() {
        var version = home.getFileName().toString().replaceAll("^.*-(\\d+\\.\\d+\\.\\d+)-[0-9a-f]+$", "$1");
        return version.substring(0, version.indexOf('.'));
    }

    private static URL archive() {
        var system = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
        var machine = switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64" -> "arm_64";
            default -> System.getProperty("os.arch");
        };
        var name = "postgres-%s-%s.txz".formatted(system, machine);
        var archive = PostgresBinaries.class.getClassLoader().getResource(name);
        if (archive == null) {
            var here = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
            throw new DataDirFailure("no embedded PostgreSQL for " + here
                    + " in this build; set SLUICE_DATABASE_URL to a PostgreSQL 15 or newer");
        }
        return archive;
    }

    /// Returns the jar's name, which contains the version, and the archive's checksum.
    private static String cacheName(URL archive) throws IOException {
        if (!(archive.openConnection() instanceof JarURLConnection jar)) {
            throw new IllegalStateException("the PostgreSQL binaries are not in a jar: " + archive);
        }
        var file = Path.of(jar.getJarFileURL().getPath()).getFileName().toString();
        return "%s-%08x"
                .formatted(file.replaceAll("\\.jar$", ""), jar.getJarEntry().getCrc());
    }

    private static Optional<Path> userCache() {
        var xdg = System.getenv("XDG_CACHE_HOME");
        if (xdg != null && xdg.startsWith("/")) {
            return Optional.of(Path.of(xdg, "sluice"));
        }
        var home = System.getProperty("user.home", "");
        return home.startsWith("/") && Files.isDirectory(Path.of(home))
                ? Optional.of(Path.of(home, ".cache", "sluice"))
                : Optional.empty();
    }

    /// Unpacks into a temporary directory and renames it, so that a partly unpacked tree is never used.
    private static PostgresBinaries unpackOnce(URL archive, Path target) throws IOException {
        if (Files.exists(target)) {
            return new PostgresBinaries(target);
        }
        var parent = Files.createDirectories(target.getParent());
        var partial = Files.createTempDirectory(parent, "unpacking-");
        try {
            unpack(archive, partial);
            Files.setPosixFilePermissions(partial, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IllegalStateException("renaming beside itself is atomic everywhere", e);
        } catch (IOException e) {
            Trees.delete(partial);
            if (!(e instanceof FileAlreadyExistsException) && !Files.exists(target)) {
                throw e;
            }
        }
        return new PostgresBinaries(target);
    }

    private static void unpack(URL archive, Path target) throws IOException {
        try (var raw = archive.openStream();
                var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(raw, 1 << 16)))) {
            for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                var path = target.resolve(entry.getName()).normalize();
                if (!path.startsWith(target)) {
                    throw new IOException("the archive names a path outside of itself: " + entry.getName());
                }
                unpack(tar, entry, path);
            }
        }
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path path) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (entry.isLink()) {
            throw new IOException("the archive has a hard link: " + entry.getName());
        } else if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            Files.copy(tar, path);
            var executable = (entry.getMode() & 0111) != 0;
            Files.setPosixFilePermissions(
                    path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }
}
