package dev.sluice.idempotency;

import dev.sluice.http.Answer;
import dev.sluice.refusal.Refused;

/// Result of a command after the commit of its batch.
public sealed interface Decision {
    /// The command succeeded with this answer.
    record Answered(Answer answer) implements Decision {}

    /// The command was refused and had no effect.
    record Declined(Refused refused) implements Decision {}

    /// The command is done; no caller waits for an answer.
    record Noted() implements Decision {}

    /// The command had no effect and will be retried; no caller waits for an answer.
    record Postponed() implements Decision {}

    /// Returns the answer of a command with a waiting caller.
    ///
    /// @throws Refused if the command was declined
    default Answer answer() {
        return switch (this) {
            case Answered(var answer) -> answer;
            case Declined(var refused) -> throw refused;
            case Noted(), Postponed() -> throw new IllegalStateException("a command without an answer was waited for");
        };
    }
}
