package dev.sluice.disbursement.lane;

import dev.sluice.auth.Caller;
import dev.sluice.disbursement.create.Draft;
import dev.sluice.disbursement.create.WalletFields;
import dev.sluice.money.Asset;
import dev.sluice.policy.Condition.NewPayee;
import dev.sluice.policy.Condition.PayoutAmount;
import dev.sluice.policy.Condition.PayoutCount;
import dev.sluice.policy.Condition.TotalAmount;
import dev.sluice.policy.Condition.WalletAllowlist;
import dev.sluice.policy.Maker;
import dev.sluice.policy.PolicyDecision;
import dev.sluice.policy.PolicyDecision.Objection;
import dev.sluice.policy.PolicyEvaluator;
import dev.sluice.policy.Proposal;
import dev.sluice.policy.Rule;
import dev.sluice.policy.Wallet;
import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/// Result of an organization's policy and daily limits for the payouts of one request. Each payout counts for those
/// after it.
public final class PolicyResult {
    private final Findings findings = new Findings();
    private final List<List<Rule>> reservations = new ArrayList<>();

    private PolicyResult() {}

    public static PolicyResult of(PolicyEvaluator evaluator, Caller caller, List<Draft> drafts) {
        return of(evaluator, caller, drafts, _ -> false);
    }

    /// @param waits true if the payout at an index needs an approval regardless of the rules
    static PolicyResult of(PolicyEvaluator evaluator, Caller caller, List<Draft> drafts, IntPredicate waits) {
        var policyResult = new PolicyResult();
        for (int at = 0; at < drafts.size(); at++) {
            var draft = drafts.get(at);
            var decision = decide(evaluator, caller, draft, waits.test(at));
            decision.refusals()
                    .forEach(each ->
                            policyResult.findings.named(Refusal.POLICY_REFUSED, field(each, draft), each.text()));
            if (decision.excess() != null) {
                policyResult.findings.named(Refusal.DAILY_LIMIT_EXCEEDED, draft.path("amount"), decision.excess());
            }
            policyResult.reservations.add(
                    decision.reservations().stream().map(Objection::rule).toList());
        }
        return policyResult;
    }

    private static PolicyDecision decide(PolicyEvaluator evaluator, Caller caller, Draft draft, boolean waits) {
        var maker = Maker.of(caller.role());
        if (maker.isEmpty()) {
            return PolicyDecision.FINE;
        }
        return evaluator.evaluate(proposal(caller, maker.get(), draft, evaluator.now()), waits);
    }

    private static Proposal proposal(Caller caller, Maker maker, Draft draft, Instant now) {
        if (isCrypto(draft)) {
            var wallet = draft.payee().wallet().wallet();
            return Proposal.toWallet(
                    caller.organizationId(),
                    maker,
                    draft.amount(),
                    new Wallet(wallet.network(), wallet.address(), WalletFields.meant(wallet.memo())),
                    now);
        }
        return Proposal.toAccount(caller.organizationId(), maker, draft.amount(), draft.payeeSince(), now);
    }

    private static String field(Objection objection, Draft draft) {
        return draft.path(
                switch (objection.rule().condition()) {
                    case WalletAllowlist _ -> "receiverWalletAddress";
                    case NewPayee _ -> isCrypto(draft) ? "receiverWalletAddress" : payeeField(draft);
                    case PayoutAmount _, TotalAmount _, PayoutCount _ -> "amount";
                });
    }

    private static boolean isCrypto(Draft draft) {
        return draft.amount().asset().kind() == Asset.Kind.CRYPTO;
    }

    private static String payeeField(Draft draft) {
        return draft.newRecipient() == null ? "recipientId" : "recipient";
    }

    /// Returns the findings of the payouts that may not be made.
    public Findings findings() {
        return findings;
    }

    /// Returns the rules that require an approval of the payout at an index.
    public List<Rule> reservations(int at) {
        return reservations.get(at);
    }
}
