package dev.sluice.db.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// The embedded server's log. A large log is rotated once, replacing the previous generation.
record PostgresLog(Path file) {
    private static final long ROTATE_AT_BYTES = 8L * 1024 * 1024;
    private static final int TAIL_LINES_MAX = 15;

    /// Prepares the file for the next start and returns its length, the offset of that start's lines.
    long open(PostgresAccount account) throws IOException {
        if (Files.exists(file) && Files.size(file) > ROTATE_AT_BYTES) {
            Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        account.give(file);
        return Files.size(file);
    }

    /// Returns the last lines since a start.
    List<String> tail(long from) throws IOException {
        try (var channel = Files.newByteChannel(file)) {
            var size = channel.size();
            channel.position(Math.max(Math.min(from, size), size - (1 << 16)));
            var buffer = ByteBuffer.allocate(1 << 16);
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // The condition reads until the buffer is full or the file ends.
            }
            var lines = new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return lines.subList(Math.max(0, lines.size() - TAIL_LINES_MAX), lines.size());
        }
    }
}
