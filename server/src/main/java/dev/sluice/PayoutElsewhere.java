package dev.sluice;

import dev.sluice.rail.AccountName;
import dev.sluice.rail.Attempt;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.Rail;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A rail that pays, but nothing new on networks that another one has to itself: what a sandbox plays on a real network
/// reaches nobody, also while the other rail does not know the token yet. What it was given before goes on.
record PayoutElsewhere(Rail rail, Set<String> taken) implements Rail {
    PayoutElsewhere {
        taken = Set.copyOf(taken);
    }

    @Override
    public String name() {
        return rail.name();
    }

    @Override
    public boolean serves(String currencyOrToken, String bankCodeOrNetwork) {
        return !taken.contains(bankCodeOrNetwork) && rail.serves(currencyOrToken, bankCodeOrNetwork);
    }

    @Override
    public boolean returns(String currencyOrToken, String bankCodeOrNetwork) {
        return !taken.contains(bankCodeOrNetwork) && rail.returns(currencyOrToken, bankCodeOrNetwork);
    }

    @Override
    public Instant submitNotBefore(Instruction instruction, Instant now) {
        return rail.submitNotBefore(instruction, now);
    }

    @Override
    public List<Outcome> submit(List<Instruction> instructions) {
        return rail.submit(instructions);
    }

    @Override
    public List<Outcome> ask(List<PayoutRef> payouts) {
        return rail.ask(payouts);
    }

    @Override
    public Cancellation cancel(PayoutRef payout) {
        return rail.cancel(payout);
    }

    @Override
    public boolean keepsQueue() {
        return rail.keepsQueue();
    }

    @Override
    public List<Attempt> attempts(PayoutRef payout) {
        return rail.attempts(payout);
    }

    @Override
    public Optional<String> sender(String network) {
        return taken.contains(network) ? Optional.empty() : rail.sender(network);
    }

    @Override
    public AccountName accountName(BankAccount account) {
        return rail.accountName(account);
    }
}
