package dev.sluice.resilience.stage;

import dev.sluice.db.embedded.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/// Directory for data: a temporary one on disk or in memory, or a small disk, which only root can mount.
public record Volume(Path dir, boolean isDisk) implements AutoCloseable {
    private static final String PREFIX = "sluice-resilience";
    private static final Path MEMORY = Path.of(System.getProperty("sluice.resilience.memory", "/dev/shm"));
    private static final long MEMORY_FREE_MIN = 2L << 30;
    private static final String SIZE = "size=600m,mode=0755";

    public static Volume folder() throws IOException {
        return CleanUp.add(new Volume(readable(Files.createTempDirectory(PREFIX)), false));
    }

    /// Returns a directory in memory if there is room, else one on disk, for data that no fault has to survive.
    public static Volume memory() throws IOException {
        if (Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= MEMORY_FREE_MIN) {
            return CleanUp.add(new Volume(readable(Files.createTempDirectory(MEMORY, PREFIX)), false));
        }
        return folder();
    }

    /// Returns nothing without the permission to mount.
    public static Optional<Volume> disk() throws IOException {
        var dir = Files.createTempDirectory("sluice-resilience-disk");
        if (isDone(List.of("mount", "-t", "tmpfs", "-o", SIZE, "sluice-resilience", dir.toString()))) {
            return Optional.of(CleanUp.add(new Volume(dir, true)));
        }
        Files.delete(dir);
        return Optional.empty();
    }

    /// PostgreSQL may run under another account, which needs access below this directory.
    private static Path readable(Path dir) throws IOException {
        return Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static boolean isDone(List<String> command) {
        try {
            var process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.onExit().join().exitValue() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        CleanUp.remove(this);
        if (isDisk) {
            isDone(List.of("umount", dir.toString()));
        }
        Trees.delete(dir);
    }
}
