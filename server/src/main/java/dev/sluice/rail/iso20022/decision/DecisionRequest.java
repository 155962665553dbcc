package dev.sluice.rail.iso20022.decision;

/// Request for a decision.
///
/// @param account id of the profile
/// @param subject as the kind says
/// @param verdict as the kind says
/// @param evidence reason and evidence, such as the bank's statement, for the second person and the
///     record
public record DecisionRequest(DecisionKind kind, String account, String subject, String verdict, String evidence) {
    /// Maximum length of the evidence, in characters.
    public static final int EVIDENCE_LENGTH_MAX = 2_000;

    private static final int LENGTH_MAX = 200;

    public DecisionRequest {
        account = DecisionRefused.required("account", account, LENGTH_MAX);
        subject = DecisionRefused.required("subject", subject, LENGTH_MAX);
        verdict = DecisionRefused.required("verdict", verdict, LENGTH_MAX);
        evidence = DecisionRefused.required("evidence", evidence, EVIDENCE_LENGTH_MAX);
    }
}
