package dev.sluice.rail.sandbox;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// The customers of the sandbox's bank, who pay bills when they are told to.
public final class SandboxPayers {
    private final Clocks clocks;

    public SandboxPayers(Clocks clocks) {
        this.clocks = clocks;
    }

    /// A payment that is under way, and when the bank tells of it.
    public record Paid(UUID id, Instant noticeAt) {}

    /// Pays a bill: at once, or after a while; and the bank tells of it once, or more often.
    public Paid pay(Tx tx, Bill bill, Money amount, Duration delay, int notices) {
        var id = clocks.newId();
        var at = clocks.instant().plus(delay);
        PayinStore.insert(
                tx,
                List.of(new PayinStore.Payin(bill.organizationId(), id, bill.destination(), amount, at, notices, at)));
        return new Paid(id, at);
    }
}
