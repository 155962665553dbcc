package dev.sluice.resilience.soak;

import dev.sluice.resilience.stage.Pauses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Measures the time that the disk takes to sync a page, again and again. If the disk stalls, so does every commit,
/// even if another tenant of the machine is the cause.
final class Disk implements AutoCloseable {
    private static final int PAGE_BYTES = 8192;
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final FileChannel file;
    private final AtomicLong longest = new AtomicLong();
    private final Thread watcher;

    private Disk(FileChannel file) {
        this.file = file;
        this.watcher = Thread.ofPlatform().daemon().name("disk").start(this::watch);
    }

    /// @param dir directory on the measured disk
    static Disk open(Path dir) throws IOException {
        return new Disk(
                FileChannel.open(dir.resolve("disk-page"), StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    }

    /// Returns the longest time since the last call.
    Duration longest() {
        return Duration.ofNanos(longest.getAndSet(0));
    }

    private void watch() {
        var page = ByteBuffer.allocate(PAGE_BYTES);
        try {
            while (file.isOpen()) {
                long begun = System.nanoTime();
                file.write(page.rewind(), 0);
                file.force(false);
                longest.accumulateAndGet(System.nanoTime() - begun, Math::max);
                Pauses.pause(INTERVAL);
            }
        } catch (ClosedChannelException closed) {
            // Closed.
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
        try {
            watcher.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
