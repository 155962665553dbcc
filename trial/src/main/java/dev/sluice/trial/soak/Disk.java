package dev.sluice.trial.soak;

import dev.sluice.trial.stage.Pauses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// How long a disk takes to keep a page, time and again. Where it stands still, so does every commit, whoever
/// keeps the disk busy: it may be another tenant of the machine.
final class Disk implements AutoCloseable {
    private static final int PAGE_BYTES = 8192;
    private static final Duration APART = Duration.ofMillis(100);

    private final FileChannel file;
    private final AtomicLong longest = new AtomicLong();
    private final Thread watcher;

    private Disk(FileChannel file) {
        this.file = file;
        this.watcher = Thread.ofPlatform().daemon().name("disk").start(this::watch);
    }

    /// @param dir on the disk that is looked at
    static Disk open(Path dir) throws IOException {
        return new Disk(
                FileChannel.open(dir.resolve("disk-page"), StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    }

    /// The longest that it took since that was asked last.
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
                Pauses.pause(APART);
            }
        } catch (ClosedChannelException closed) {
            // It is over.
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
