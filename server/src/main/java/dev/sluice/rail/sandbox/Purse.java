package dev.sluice.rail.sandbox;

import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// What the sandbox's customers pay from: their accounts at the bank, or their wallets on the chain.
public interface Purse {
    /// A payment that is under way, and when it is told of.
    record Paid(UUID id, Instant arrivesAt) {}

    /// Pays a bill: at once, or after a while; and it is told of once, or twice.
    Paid pay(Tx tx, Bill bill, Money amount, Duration delay, boolean twice);

    /// Pays a bill in full, once however often it is asked for.
    ///
    /// @return false where it was paid this way before
    boolean payOnce(Tx tx, Bill bill);
}
