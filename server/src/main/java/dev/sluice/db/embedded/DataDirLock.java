package dev.sluice.db.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// Exclusive lock of a data directory for the serving process. The operating system releases it when the process ends
/// in any way, so that a stale lock is impossible.
public final class DataDirLock implements AutoCloseable {
    private final FileChannel channel;

    private DataDirLock(FileChannel channel) {
        this.channel = channel;
    }

    /// Takes the lock and creates the directory if necessary.
    ///
    /// @throws DataDirFailure if this or another process already holds the lock
    public static DataDirLock acquire(Path dataDir) {
        var file = dataDir.resolve("serve.lock");
        try {
            Files.createDirectories(dataDir);
            var channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                var holder = Files.readString(file).strip();
                channel.close();
                throw new DataDirFailure(
                        "another sluice serve%s is running on %s; stop it or choose another SLUICE_DATA_DIR"
                                .formatted(
                                        holder.isEmpty() ? "" : " (process " + holder + ")", dataDir.toAbsolutePath()));
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
            return new DataDirLock(channel);
        } catch (IOException e) {
            throw DataDirFailure.unusable(dataDir, e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
