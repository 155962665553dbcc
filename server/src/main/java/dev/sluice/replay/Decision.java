package dev.sluice.replay;

import dev.sluice.http.Answer;
import dev.sluice.refusal.Refused;

/// What became of a command, once its batch is committed.
public sealed interface Decision {
    /// Done; this is the answer.
    record Answered(Answer answer) implements Decision {}

    /// Refused; nothing of it was done.
    record Declined(Refused refused) implements Decision {}

    /// Nobody waits for an answer.
    record Noted() implements Decision {}

    /// Not yet: nothing of it was done, and it is to be tried again. Nobody waits for an answer.
    record Postponed() implements Decision {}

    /// The answer of a command that somebody waits for.
    ///
    /// @throws Refused where it was declined
    default Answer answer() {
        return switch (this) {
            case Answered(var answer) -> answer;
            case Declined(var refused) -> throw refused;
            case Noted(), Postponed() -> throw new IllegalStateException("a command without an answer was waited for");
        };
    }
}
