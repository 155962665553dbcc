package dev.sluice.trial.stage;

import dev.sluice.trial.proof.Findings.Finding;
import dev.sluice.trial.proof.Invariant;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the commands have in common that somebody reads.
public final class Told {
    private static final int FINDINGS_MAX = 20;

    private Told() {}

    /// The seed that was given, or one that chance takes.
    public static long seed(@Nullable Long given) {
        return given == null ? new SecureRandom().nextInt(Integer.MAX_VALUE) : given;
    }

    public static String seconds(Duration time) {
        return "%d.%d s".formatted(time.toSeconds(), time.toMillisPart() / 100);
    }

    /// Says how often each invariant was looked at.
    public static void checked(Map<Invariant, Long> counts) {
        System.out.println("invariants checked:");
        counts.forEach((invariant, count) -> System.out.printf("  %,9d  %s%n", count, invariant));
    }

    /// Says what was found to be wrong; true where nothing was.
    public static boolean isRight(List<Finding> findings) {
        findings.stream().distinct().limit(FINDINGS_MAX).forEach(finding -> System.out.println("  WRONG " + finding));
        return findings.isEmpty();
    }
}
