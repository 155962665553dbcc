package dev.sluice.rail.stellar;

/// Horizon's answer to a submitted transaction. Only the history and time bounds decide what became of one: this is a
/// hint where to look.
sealed interface Submission {
    /// It is in the history, applied.
    record Applied(History history) implements Submission {}

    /// It was refused, or failed.
    record Refused(ResultCode code) implements Submission {}

    /// Nobody knows whether it was taken.
    record NoAnswer(String reason) implements Submission {}
}
