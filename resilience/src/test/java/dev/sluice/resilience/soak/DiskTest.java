package dev.sluice.resilience.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Measurement of the disk.
class DiskTest {
    @Test
    @Timeout(60)
    void it_tells_the_longest_time_since_it_was_asked_last(@TempDir Path dir) throws IOException {
        try (var disk = Disk.open(dir)) {
            assertThat(next(disk)).isPositive();
            assertThat(next(disk)).isPositive();
        }
    }

    private static Duration next(Disk disk) {
        var seen = disk.longest();
        while (seen.isZero()) {
            Thread.onSpinWait();
            seen = disk.longest();
        }
        return seen;
    }
}
