package dev.sluice.rail.stellar.horizon;

/// Horizon's answer to a submitted transaction. It is only a hint: the history and the time bounds decide the
/// outcome.
public sealed interface Submission {
    /// The transaction is in the history, applied.
    record Applied(History history) implements Submission {}

    /// The transaction was rejected, or failed.
    record Refused(ResultCode code) implements Submission {}

    /// The outcome of the submission is unknown.
    record NoAnswer(String reason) implements Submission {}
}
