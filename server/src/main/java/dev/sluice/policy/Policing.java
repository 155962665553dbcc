package dev.sluice.policy;

import dev.sluice.db.Tx;
import dev.sluice.policy.Condition.Used;
import dev.sluice.policy.Verdict.Objection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The policies of some organizations in one transaction, whose payouts count for those that follow. Like the books, it
/// can be taken back to a mark and is written once.
public final class Policing {
    private final Map<UUID, List<Rule>> rules;
    private final Map<UUID, Used> used;
    private final Map<UUID, WalletList> wallets;
    private final DayTotals days;
    private final List<Proposal> counted = new ArrayList<>();

    /// @param rules by organization
    /// @param used by rule
    /// @param wallets by organization
    Policing(Map<UUID, List<Rule>> rules, Map<UUID, Used> used, Map<UUID, WalletList> wallets, DayTotals days) {
        this.rules = rules;
        this.used = new HashMap<>(used);
        this.wallets = wallets;
        this.days = days;
    }

    /// What the rules and the daily limit say of a payout. It counts from then on, unless it is refused: for rules that
    /// are made later too, whether there are any yet or not.
    public Verdict judge(Proposal proposal) {
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
        var verdict = new Verdict(objections, days.excess(known).orElse(null));
        if (!verdict.isRefused()) {
            count(known);
        }
        return verdict;
    }

    private void count(Proposal proposal) {
        counted.add(proposal);
        days.add(proposal);
        concerned(proposal)
                .forEach(rule -> used.compute(
                        rule.id(), (_, before) -> (before == null ? Used.NOTHING : before).plus(proposal)));
    }

    private List<Rule> concerned(Proposal proposal) {
        return rules.getOrDefault(proposal.organizationId(), List.of()).stream()
                .filter(rule -> rule.concerns(proposal))
                .toList();
    }

    /// How much was counted until a moment.
    public int mark() {
        return counted.size();
    }

    /// Forgets what was counted since.
    public void undoTo(int mark) {
        while (counted.size() > mark) {
            var proposal = counted.removeLast();
            days.subtract(proposal);
            concerned(proposal)
                    .forEach(rule -> used.computeIfPresent(rule.id(), (_, before) -> before.minus(proposal)));
        }
    }

    public void flush(Tx tx) {
        UseStore.add(tx, counted);
    }
}
