package dev.sluice.db.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Counts the users of an embedded cluster. Each process holds a shared lock on one file. The last process to leave
/// stops the server, and the operating system releases the lock of a killed one. A process locks the file once and
/// counts its users in memory, since closing a second channel would drop the first one's lock (POSIX).
final class ClusterUse {
    private static final Map<Path, ClusterUse> HELD = new HashMap<>();

    private final FileChannel channel;
    private final FileLock lock;
    private int users;

    private ClusterUse(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /// Adds a user of the cluster in this process.
    static synchronized void join(Path file) throws IOException {
        var use = HELD.get(file);
        if (use == null) {
            var channel = open(file);
            use = new ClusterUse(channel, channel.lock(0, Long.MAX_VALUE, true));
            HELD.put(file, use);
        }
        use.users++;
    }

    /// Removes a user; returns true if it was the last one of all processes.
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

    /// Returns true if only other processes use the cluster; false if this one does.
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
