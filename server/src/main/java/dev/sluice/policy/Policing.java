package dev.sluice.policy;

import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import dev.sluice.policy.Condition.Used;
import dev.sluice.policy.Rule.Effect;
import dev.sluice.policy.Verdict.Objection;
import java.time.Instant;
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
    private final Instant now;
    private final List<Counted> counted = new ArrayList<>();

    /// @param rules by organization
    /// @param used by rule
    /// @param wallets by organization
    Policing(
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

    /// When what is judged counts, whatever the clock of this machine says.
    public Instant now() {
        return now;
    }

    /// What the rules and the daily limit say of a payout. It counts from then on, unless it is refused: for rules that
    /// are made later too, whether there are any yet or not; for the daily limit once nobody has to approve it.
    public Verdict judge(Proposal proposal) {
        return judge(proposal, false);
    }

    /// The same of a payout that may have to be approved whatever the rules say.
    ///
    /// @param waits whether it has to be
    public Verdict judge(Proposal proposal, boolean waits) {
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
        boolean leaves = !waits && new Verdict(objections, null).reservations().isEmpty();
        var payout = Counted.made(known, leaves);
        var verdict = new Verdict(objections, days.excess(payout).orElse(null));
        if (!verdict.isRefused()) {
            count(payout);
        }
        return verdict;
    }

    /// Lets a payout leave that waited for an approval, so that it counts for the daily limit.
    ///
    /// @return what is left of that where it exceeds it, in words that follow the payout's name; then it does
    ///     not leave
    public Optional<String> approve(UUID organizationId, Money amount) {
        var payout = Counted.approved(organizationId, amount, now);
        var excess = days.excess(payout);
        if (excess.isEmpty()) {
            count(payout);
        }
        return excess;
    }

    /// Whether any rule of an organization lets payouts wait.
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
