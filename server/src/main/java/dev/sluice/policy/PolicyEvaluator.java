package dev.sluice.policy;

import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import dev.sluice.policy.Condition.Used;
import dev.sluice.policy.PolicyDecision.Objection;
import dev.sluice.policy.Rule.Effect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Policy evaluation in one transaction: each payout counts for those after it. It supports savepoints by marks, and
/// writes its usage once, at the end.
public final class PolicyEvaluator {
    private final Map<UUID, List<Rule>> rules;
    private final Map<UUID, Used> used;
    private final Map<UUID, WalletList> wallets;
    private final DayTotals days;
    private final Instant now;
    private final List<Counted> counted = new ArrayList<>();

    /// @param rules rules by organization
    /// @param used usage by rule
    /// @param wallets allowlists by organization
    PolicyEvaluator(
            Map<UUID, List<Rule>> rules,
            Map<UUID, Used> used,
            Map<UUID, WalletList> wallets,
            DayTotals days,
            Instant now) {
        this.rules = rules;
        this.used = new HashMap<>(used);
        this.wallets = wallets;
        this.days = days;
        this.now = now;
    }

    /// Returns the effective time of payouts, independent of this machine's clock.
    public Instant now() {
        return now;
    }

    /// Evaluates a payout against rules and daily limit, and counts it unless it is refused. Usage is recorded
    /// even without rules, for rules that are added later. The daily limit counts it only if it needs no approval.
    public PolicyDecision evaluate(Proposal proposal) {
        return evaluate(proposal, false);
    }

    /// Evaluates a payout that may need approval regardless of the rules.
    ///
    /// @param waits true if it does
    public PolicyDecision evaluate(Proposal proposal, boolean waits) {
        var all = rules.getOrDefault(proposal.organizationId(), List.of());
        var known = Optional.ofNullable(proposal.wallet())
                .flatMap(wallet -> Optional.ofNullable(wallets.get(proposal.organizationId()))
                        .flatMap(list -> list.since(wallet)))
                .map(proposal::listed)
                .orElse(proposal);
        var objections = new ArrayList<Objection>();
        for (var rule : all) {
            rule.objection(known, used.getOrDefault(rule.id(), Used.NOTHING))
                    .ifPresent(text -> objections.add(new Objection(rule, text)));
        }
        boolean leaves =
                !waits && new PolicyDecision(objections, null).reservations().isEmpty();
        var payout = Counted.create(known, leaves);
        var decision = new PolicyDecision(objections, days.excess(payout).orElse(null));
        if (!decision.isRefused()) {
            count(payout);
        }
        return decision;
    }

    /// Counts an approved payout for the daily limit.
    ///
    /// @return the remainder of the limit if the payout exceeds it, as a phrase that follows the payout's name;
    ///     the payout is not released then
    public Optional<String> approve(UUID organizationId, Money amount) {
        var payout = Counted.approved(organizationId, amount, now);
        var excess = days.excess(payout);
        if (excess.isEmpty()) {
            count(payout);
        }
        return excess;
    }

    /// Returns true if a rule of the organization requires approvals.
    public boolean letsWait(UUID organizationId) {
        return rules.getOrDefault(organizationId, List.of()).stream().anyMatch(rule -> rule.effect() == Effect.APPROVE);
    }

    private void count(Counted payout) {
        counted.add(payout);
        days.add(payout);
        var proposal = payout.proposal();
        if (proposal != null) {
            concerned(proposal)
                    .forEach(rule -> used.compute(
                            rule.id(), (_, before) -> (before == null ? Used.NOTHING : before).plus(proposal)));
        }
    }

    private List<Rule> concerned(Proposal proposal) {
        return rules.getOrDefault(proposal.organizationId(), List.of()).stream()
                .filter(rule -> rule.appliesTo(proposal))
                .toList();
    }

    /// Returns a mark for [#rollBackTo].
    public int mark() {
        return counted.size();
    }

    /// Removes the usage that was counted since a mark.
    public void rollBackTo(int mark) {
        while (counted.size() > mark) {
            var payout = counted.removeLast();
            days.subtract(payout);
            var proposal = payout.proposal();
            if (proposal != null) {
                concerned(proposal)
                        .forEach(rule -> used.computeIfPresent(rule.id(), (_, before) -> before.minus(proposal)));
            }
        }
    }

    public void flush(Tx tx) {
        UseStore.add(tx, counted);
    }
}
