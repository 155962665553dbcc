package dev.sluice.disbursement;

import dev.sluice.rail.AccountName;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Rail;
import dev.sluice.rail.sandbox.SandboxRail;
import java.time.Instant;

/// A rail for all payouts, in place of the sandbox's rails. It knows no account names.
abstract class OneRail implements Rail {
    @Override
    public String name() {
        return SandboxRail.NAME;
    }

    @Override
    public final boolean serves(String currencyOrToken, String bankCodeOrNetwork) {
        return true;
    }

    @Override
    public final Instant submitNotBefore(Instruction instruction, Instant now) {
        return now;
    }

    @Override
    public final AccountName accountName(BankAccount account) {
        throw new UnsupportedOperationException();
    }
}
