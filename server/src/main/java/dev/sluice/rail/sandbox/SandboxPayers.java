package dev.sluice.rail.sandbox;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import dev.sluice.rail.sandbox.PayinStore.Payin;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// The customers of the sandbox's bank, who pay bills when they are told to.
public final class SandboxPayers {
    private final Clocks clocks;

    public SandboxPayers(Clocks clocks) {
        this.clocks = clocks;
    }

    /// A payment that is under way, and when the bank tells of it.
    record Paid(UUID id, Instant noticeAt) {}

    /// Pays a bill: at once, or after a while; and the bank tells of it once, or more often.
    Paid pay(Tx tx, Bill bill, Money amount, Duration delay, int notices) {
        var id = clocks.newId();
        var at = clocks.instant().plus(delay);
        PayinStore.insert(tx, new Payin(bill.organizationId(), id, bill.destination(), amount, at, notices, at));
        return new Paid(id, at);
    }

    /// Pays a bill in full, once however often it is asked for.
    ///
    /// @return false where it was paid this way before
    public boolean payOnce(Tx tx, Bill bill) {
        var now = clocks.instant();
        return PayinStore.insert(
                tx, new Payin(bill.organizationId(), bill.depositId(), bill.destination(), bill.amount(), now, 1, now));
    }
}
