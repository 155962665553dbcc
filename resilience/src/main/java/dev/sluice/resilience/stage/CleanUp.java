package dev.sluice.resilience.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Removes services, PostgreSQL servers and their data when this process ends in any way, even by an interrupt.
final class CleanUp {
    private static final Set<Process> SERVICES = ConcurrentHashMap.newKeySet();
    private static final Set<Volume> VOLUMES = ConcurrentHashMap.newKeySet();
    private static final Duration GONE_WITHIN = Duration.ofSeconds(10);

    /// Maximum depth of a server's data directory in a volume.
    private static final int DEPTH = 4;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(CleanUp::clear, "resilience-clean-up"));
    }

    private CleanUp() {}

    static void add(Process service) {
        SERVICES.removeIf(each -> !each.isAlive());
        SERVICES.add(service);
    }

    static Volume add(Volume volume) {
        VOLUMES.add(volume);
        return volume;
    }

    static void remove(Volume volume) {
        VOLUMES.remove(volume);
    }

    private static void clear() {
        SERVICES.forEach(Process::destroyForcibly);
        SERVICES.forEach(CleanUp::awaitEnd);
        VOLUMES.forEach(CleanUp::clear);
    }

    private static void awaitEnd(Process service) {
        try {
            service.waitFor(GONE_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private static void clear(Volume volume) {
        try {
            for (var data : servers(volume.dir())) {
                if (Postmaster.of(data).filter(ProcessHandle::isAlive).isPresent()) {
                    Postmaster.kill(data);
                }
            }
            volume.close();
        } catch (IOException | UncheckedIOException left) {
            System.err.println("left behind: " + volume.dir() + " (" + left.getMessage() + ")");
        }
    }

    private static List<Path> servers(Path dir) throws IOException {
        try (var files = Files.find(dir, DEPTH, (file, _) -> file.endsWith(Postmaster.FILE))) {
            return files.map(Path::getParent).toList();
        }
    }
}
