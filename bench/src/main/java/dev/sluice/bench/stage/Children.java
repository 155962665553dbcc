package dev.sluice.bench.stage;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Child processes of a run, which must not outlive it.
public final class Children implements AutoCloseable {
    private static final Duration STOPPED_WITHIN = Duration.ofSeconds(20);

    private final Set<Process> alive = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    public Process start(ProcessBuilder builder) throws IOException {
        var process = builder.start();
        alive.removeIf(each -> !each.isAlive());
        alive.add(process);
        if (closed) {
            process.destroy();
            throw new IOException("the run ends");
        }
        return process;
    }

    /// Stops all processes gracefully, and kills the remaining ones after a timeout.
    @Override
    public void close() {
        closed = true;
        alive.forEach(Process::destroy);
        long end = System.nanoTime() + STOPPED_WITHIN.toNanos();
        try {
            for (var process : alive) {
                if (!process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            alive.forEach(Process::destroyForcibly);
        }
    }
}
