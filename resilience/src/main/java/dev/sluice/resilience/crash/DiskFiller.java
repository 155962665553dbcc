package dev.sluice.resilience.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file that fills the disk as long as it exists.
record DiskFiller(Path file) implements AutoCloseable {
    private static final int CHUNK = 1 << 16;

    static DiskFiller fill(Path dir) throws IOException {
        var filler = new DiskFiller(dir.resolve("ballast"));
        for (int size = CHUNK; size > 0; size /= 2) {
            filler.fillBy(size);
        }
        return filler;
    }

    /// Returns true if no space is left besides the file.
    boolean isAllThereIs() throws IOException {
        return Files.getFileStore(file).getUsableSpace() < CHUNK;
    }

    private void fillBy(int size) {
        try (var channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            while (channel.write(ByteBuffer.allocate(size)) > 0) {
                // A smaller chunk may still fit.
            }
        } catch (IOException full) {
            // Expected: the disk is full.
        }
    }

    @Override
    public void close() throws IOException {
        Files.delete(file);
    }
}
