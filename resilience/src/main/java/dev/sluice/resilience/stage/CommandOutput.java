package dev.sluice.resilience.stage;

import dev.sluice.resilience.proof.Findings.Finding;
import dev.sluice.resilience.proof.Invariant;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Output that the commands share.
public final class CommandOutput {
    private static final int FINDINGS_MAX = 20;

    private CommandOutput() {}

    /// Returns the given seed, or a random one.
    public static long seed(@Nullable Long given) {
        return given == null ? new SecureRandom().nextInt(Integer.MAX_VALUE) : given;
    }

    public static String seconds(Duration time) {
        return "%d.%d s".formatted(time.toSeconds(), time.toMillisPart() / 100);
    }

    /// Prints the number of checks of each invariant.
    public static void checked(Map<Invariant, Long> counts) {
        System.out.println("invariants checked:");
        counts.forEach((invariant, count) -> System.out.printf("  %,9d  %s%n", count, invariant));
    }

    /// Prints the violations; true if there are none.
    public static boolean isRight(List<Finding> findings) {
        findings.stream().distinct().limit(FINDINGS_MAX).forEach(finding -> System.out.println("  FAILED " + finding));
        return findings.isEmpty();
    }
}
