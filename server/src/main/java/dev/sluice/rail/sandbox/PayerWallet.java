package dev.sluice.rail.sandbox;

import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// Payment source of the sandbox's payers: accounts at the bank, or wallets on the chain.
public interface PayerWallet {
    /// A payment in progress, and the time at which it is reported.
    record PaymentInProgress(UUID id, Instant arrivesAt) {}

    /// Reports of a payment after it arrived.
    enum ReportSequence {
        ONCE,
        /// Reported again.
        TWICE,
        /// Reported as reversed a little later.
        VANISHES,
        /// Reported as reversed, and then as received again.
        REAPPEARS
    }

    /// Returns true if a payment of the invoice can be reversed after it arrived.
    boolean canVanish(SandboxInvoice invoice);

    /// Pays an invoice, at once or after a delay.
    PaymentInProgress pay(Tx tx, SandboxInvoice invoice, Money amount, Duration delay, ReportSequence reports);

    /// Pays an invoice in full. Repeated calls pay it only once.
    ///
    /// @return false if it was paid this way before
    boolean payOnce(Tx tx, SandboxInvoice invoice);
}
