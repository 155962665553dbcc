package dev.sluice.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// Environment of a run.
///
/// @param disk the file system, and the kernel's threshold of dirty bytes for background writes
/// @param databaseSettings relevant settings of PostgreSQL
/// @param baseline reference of the ratios
public record Machine(
        String cpu,
        int cores,
        double memoryGigabytes,
        String kernel,
        String disk,
        String jdk,
        String database,
        Map<String, String> databaseSettings,
        String baseline) {
    private static final Path CPU = Path.of("/proc/cpuinfo");
    private static final Path DIRTY_BYTES = Path.of("/proc/sys/vm/dirty_background_bytes");
    private static final String MODEL = "model name";
    private static final double BYTES_PER_GIGABYTE = 1e9;

    public Machine {
        databaseSettings = new LinkedHashMap<>(databaseSettings);
    }

    /// Returns the environment of this process.
    ///
    /// @param dir directory of the run's files
    public static Machine here(Path dir, String database, Map<String, String> databaseSettings, String baseline) {
        var system = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        return new Machine(
                model(),
                system.getAvailableProcessors(),
                Numbers.kept(system.getTotalMemorySize() / BYTES_PER_GIGABYTE),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                disk(dir),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                database,
                databaseSettings,
                baseline);
    }

    private static String disk(Path dir) {
        try {
            // Read in one go: for partial reads, the kernel repeats the beginning.
            return Files.getFileStore(dir).type() + ", vm.dirty_background_bytes="
                    + Files.readAllLines(DIRTY_BYTES).getFirst();
        } catch (IOException elsewhere) {
            return "unknown";
        }
    }

    private static String model() {
        try (var lines = Files.lines(CPU)) {
            return lines.filter(line -> line.startsWith(MODEL))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException elsewhere) {
            return System.getProperty("os.arch");
        }
    }
}
