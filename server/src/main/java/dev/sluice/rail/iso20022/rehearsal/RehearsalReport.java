package dev.sluice.rail.iso20022.rehearsal;

import dev.sluice.rail.iso20022.rehearsal.RehearsalStep.Result;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A rehearsal as people see it.
///
/// @param account id of the profile
/// @param endedAt null while it is open
/// @param endedBy null while it is open
/// @param delay reason for which the last run could not exchange files; null if it could
public record RehearsalReport(
        String account,
        String profileHash,
        State state,
        Instant startedAt,
        String startedBy,
        @Nullable Instant endedAt,
        @Nullable String endedBy,
        List<Step> steps,
        List<File> files,
        @Nullable String delay) {
    public RehearsalReport {
        steps = List.copyOf(steps);
        files = List.copyOf(files);
    }

    /// State of a rehearsal.
    public enum State {
        /// Answers are missing; another run continues it.
        OPEN,
        PASSED,
        FAILED,
        /// A new rehearsal was started before it ended.
        ABANDONED;

        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// A step with its evidence, one line without tabs.
    public record Step(RehearsalStep step, Result result, String evidence) {}

    /// A file of the rehearsal.
    ///
    /// @param purpose step of a file for the bank; `answer` for a file of the bank
    /// @param msgId null for a file of the bank
    /// @param exchangedAt time of its delivery or receipt; null before it is delivered
    public record File(
            String purpose,
            String name,
            @Nullable String msgId,
            String sha256,
            @Nullable Instant exchangedAt) {}
}
