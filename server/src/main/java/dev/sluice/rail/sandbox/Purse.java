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

    /// What is told of a payment once it is there.
    enum Telling {
        ONCE,
        /// The same again.
        TWICE,
        /// A little later, that it is there no longer.
        VANISHES,
        /// That too, and then that it is there again.
        REAPPEARS
    }

    /// Whether what pays a bill can vanish again.
    boolean canVanish(Bill bill);

    /// Pays a bill: at once, or after a while.
    Paid pay(Tx tx, Bill bill, Money amount, Duration delay, Telling telling);

    /// Pays a bill in full, once however often it is asked for.
    ///
    /// @return false where it was paid this way before
    boolean payOnce(Tx tx, Bill bill);
}
