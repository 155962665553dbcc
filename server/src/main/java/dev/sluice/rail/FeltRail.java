package dev.sluice.rail;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A rail whose pulse is taken: it does what the rail does, and what comes of each call is counted. Not for a rail that
/// answers from our own database, which tells nothing of the other side.
public record FeltRail(Rail rail, Pulse pulse) implements Rail {
    @Override
    public String name() {
        return rail.name();
    }

    @Override
    public boolean serves(String currencyOrToken, String bankCodeOrNetwork) {
        return rail.serves(currencyOrToken, bankCodeOrNetwork);
    }

    @Override
    public boolean returns(String currencyOrToken, String bankCodeOrNetwork) {
        return rail.returns(currencyOrToken, bankCodeOrNetwork);
    }

    @Override
    public Instant submitNotBefore(Instruction instruction, Instant now) {
        return rail.submitNotBefore(instruction, now);
    }

    @Override
    public List<Outcome> submit(List<Instruction> instructions) {
        return pulse.felt(name(), () -> rail.submit(instructions));
    }

    @Override
    public List<Outcome> ask(List<PayoutRef> payouts) {
        return pulse.felt(name(), () -> rail.ask(payouts));
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
        return rail.sender(network);
    }

    @Override
    public AccountName accountName(BankAccount account) {
        return rail.accountName(account);
    }
}
