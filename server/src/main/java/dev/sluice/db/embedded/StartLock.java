package dev.sluice.db.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/// Lock for starting or stopping an embedded cluster: one thread of one process at a time.
final class StartLock {
    private static final ReentrantLock IN_PROCESS = new ReentrantLock();

    private StartLock() {}

    /// Work on files under the lock.
    interface Action<T> {
        T run() throws IOException;
    }

    /// Waits for the lock, then runs the action.
    static <T> T holding(Path file, Action<T> action) throws IOException {
        IN_PROCESS.lock();
        try (var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock();
            return action.run();
        } finally {
            IN_PROCESS.unlock();
        }
    }
}
