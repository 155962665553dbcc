package dev.sluice.trial.stage;

import dev.sluice.trial.proof.Findings.Finding;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
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

    /// Says what was found to be wrong; true where nothing was.
    public static boolean isRight(List<Finding> findings) {
        findings.stream().distinct().limit(FINDINGS_MAX).forEach(finding -> System.out.println("  WRONG " + finding));
        return findings.isEmpty();
    }
}
