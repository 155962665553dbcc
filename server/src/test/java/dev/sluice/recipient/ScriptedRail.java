package dev.sluice.recipient;

import dev.sluice.rail.AccountName;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.Rail;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/// A rail for name checks only, with scripted answers.
record ScriptedRail(Function<BankAccount, AccountName> answer) implements Rail {
    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public boolean serves(String currency, String bankCode) {
        return true;
    }

    @Override
    public AccountName accountName(BankAccount account) {
        return answer.apply(account);
    }

    @Override
    public Instant submitNotBefore(Instruction instruction, Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Outcome> submit(List<Instruction> instructions) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Outcome> queryOutcomes(List<PayoutRef> payouts) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Cancellation cancel(PayoutRef payout) {
        throw new UnsupportedOperationException();
    }
}
