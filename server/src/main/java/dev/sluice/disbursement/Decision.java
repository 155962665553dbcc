package dev.sluice.disbursement;

import dev.sluice.http.Answer;
import dev.sluice.refusal.Refused;

/// What became of a command, once its batch is committed.
sealed interface Decision {
    /// Done; this is the answer.
    record Answered(Answer answer) implements Decision {}

    /// Refused; nothing of it was done.
    record Declined(Refused refused) implements Decision {}

    /// Nobody waits for an answer.
    record Noted() implements Decision {}
}
