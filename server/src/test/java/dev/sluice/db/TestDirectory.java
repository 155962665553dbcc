package dev.sluice.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;

/// Directory of the tests' PostgreSQL. It is in memory if the system has room there: each test database has about a
/// thousand files, whose creation on a disk takes longer than most tests.
final class TestDirectory {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long FREE_BYTES_MIN = 6L << 30;
    private static final Path ON_DISK = Path.of("target", "test-postgres").toAbsolutePath();

    private TestDirectory() {}

    /// Returns the same directory for all JVMs of a test run, and another one for each checkout.
    static Path path() {
        var inMemory = MEMORY.resolve("sluice-test-" + Integer.toHexString(ON_DISK.hashCode()));
        return Files.exists(inMemory) || isMemoryFree() ? inMemory : ON_DISK;
    }

    private static boolean isMemoryFree() {
        try {
            return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= FREE_BYTES_MIN;
        } catch (IOException unknown) {
            return false;
        }
    }

    /// Frees the memory once no server runs in the directory.
    static void free(Path directory) {
        if (!directory.startsWith(MEMORY) || isRunning(directory)) {
            return;
        }
        try (var files = Files.walk(directory)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException | UncheckedIOException _) {
            // Another JVM frees it at the same time.
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean isRunning(Path directory) {
        try (var files = Files.walk(directory)) {
            return files.anyMatch(file -> file.endsWith("postmaster.pid"));
        } catch (IOException | UncheckedIOException gone) {
            return true;
        }
    }
}
