package dev.sluice.trial.crash;

import dev.sluice.db.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A place for data: a folder, or a small disk of its own, which only the administrator of a machine may make.
record Volume(Path dir, boolean isDisk) implements AutoCloseable {
    private static final String SIZE = "size=600m,mode=0755";

    static Volume folder() throws IOException {
        return new Volume(Files.createTempDirectory("sluice-crash"), false);
    }

    /// Nothing where we may not make one.
    static Optional<Volume> disk() throws IOException {
        var dir = Files.createTempDirectory("sluice-crash-disk");
        if (isDone(List.of("mount", "-t", "tmpfs", "-o", SIZE, "sluice-crash", dir.toString()))) {
            return Optional.of(new Volume(dir, true));
        }
        Files.delete(dir);
        return Optional.empty();
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
        if (isDisk) {
            isDone(List.of("umount", dir.toString()));
        }
        Trees.delete(dir);
    }
}
