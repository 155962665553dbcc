package dev.sluice.trial.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file that takes all the room that is left, as long as it is there.
record Ballast(Path file) implements AutoCloseable {
    private static final int CHUNK = 1 << 16;

    static Ballast fill(Path dir) throws IOException {
        var ballast = new Ballast(dir.resolve("ballast"));
        for (int size = CHUNK; size > 0; size /= 2) {
            ballast.fillBy(size);
        }
        return ballast;
    }

    /// Whether nothing is left beside it.
    boolean isAllThereIs() throws IOException {
        return Files.getFileStore(file).getUsableSpace() < CHUNK;
    }

    private void fillBy(int size) {
        try (var channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            while (channel.write(ByteBuffer.allocate(size)) > 0) {
                // There is room for more.
            }
        } catch (IOException full) {
            // As it was to be.
        }
    }

    @Override
    public void close() throws IOException {
        Files.delete(file);
    }
}
