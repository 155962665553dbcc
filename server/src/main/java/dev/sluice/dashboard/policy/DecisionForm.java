package dev.sluice.dashboard.policy;

import dev.sluice.dashboard.PageContext;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.approval.Approvals.ApprovalDecision;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Decision in a form about payouts that need an approval.
///
/// @param reason reason in one line, for the payout's history, notifications and the API
record DecisionForm(boolean approved, String reason) {
    private static final int REASON_LENGTH_MAX = 500;
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    static DecisionForm of(PageContext context, boolean approved) {
        return new DecisionForm(approved, reason(context));
    }

    static String reason(PageContext context) {
        return context.form()
                .lines("reason")
                .map(text -> BLANKS.matcher(text).replaceAll(" ").strip())
                .orElse("");
    }

    /// Returns the problem with the reason, if any.
    Optional<String> fault(Texts texts) {
        if (!approved && reason.isEmpty()) {
            return Optional.of(texts.get("sayWhy"));
        }
        return reason.length() > REASON_LENGTH_MAX
                ? Optional.of(texts.get("reasonLength", REASON_LENGTH_MAX))
                : Optional.empty();
    }

    ApprovalDecision decision(PageContext context) {
        var user = context.visitor().user();
        return new ApprovalDecision(new Actor(user.id(), user.name()), approved, reason.isEmpty() ? null : reason);
    }

    /// Returns the reasons why some payouts were not decided on.
    static String reasons(Texts texts, Stream<Refusal> refusals) {
        return refusals.distinct()
                .map(refusal -> texts.find("refused." + refusal).orElse(refusal.message()))
                .collect(Collectors.joining(" "));
    }

    /// Returns the message with the number of decided payouts.
    String notice(Texts texts, int done) {
        return texts.get((approved ? "approved" : "rejected") + (done == 1 ? "One" : "Some"), done);
    }
}
