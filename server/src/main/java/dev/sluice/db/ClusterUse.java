package dev.sluice.db;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who uses an embedded cluster: each process holds a shared lock on one file, so that the last to leave stops the
/// server and a killed process is forgotten by the operating system. A process holds it once and counts inside,
/// since closing a second channel would drop the first one's lock (POSIX).
final class ClusterUse {
    private static final Map<Path, ClusterUse> HELD = new HashMap<>();

    private final FileChannel channel;
    private final FileLock lock;
    private int users;

    private ClusterUse(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /// Counts one more user of the cluster in this process.
    static synchronized void join(Path file) throws IOException {
        var use = HELD.get(file);
        if (use == null) {
            var channel = open(file);
            use = new ClusterUse(channel, channel.lock(0, Long.MAX_VALUE, true));
            HELD.put(file, use);
        }
        use.users++;
    }

    /// One user less; true when that was the last one of all processes.
    static synchronized boolean leave(Path file) throws IOException {
        var use = HELD.get(file);
        if (use == null) {
            throw new IllegalStateException("not joined: " + file);
        }
        if (--use.users > 0) {
            return false;
        }
        HELD.remove(file);
        try (var channel = use.channel) {
            use.lock.release();
            return exclusive(channel) != null;
        }
    }

    /// Whether only other processes use the cluster. While this one does as well, the question does not arise.
    static synchronized boolean onlyElsewhere(Path file) throws IOException {
        if (HELD.containsKey(file)) {
            return false;
        }
        try (var channel = open(file)) {
            return exclusive(channel) == null;
        }
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static @Nullable FileLock exclusive(FileChannel channel) throws IOException {
        return channel.tryLock();
    }
}
