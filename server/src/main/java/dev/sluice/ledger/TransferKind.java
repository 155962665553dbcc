package dev.sluice.ledger;

import java.util.Locale;

/// Why money moved between two accounts.
public enum TransferKind {
    /// Set aside for a payout.
    HOLD,
    /// What was set aside left through a rail.
    POST,
    /// What was set aside for the fee was earned.
    FEE,
    /// What was set aside came back.
    VOID,
    /// A completed payout came back, or a payment that had come in was undone by its network.
    REVERSAL,
    /// A payer's money came in.
    DEPOSIT,
    /// One asset was exchanged for another.
    CONVERSION,
    /// A chain charged for a payout's transaction.
    GAS,
    /// Money came in that fits no payment as it is.
    SUSPENSE,
    /// The house advanced what a merchant had spent and has to give back.
    ADVANCE,
    /// The merchant gave the house back what it had advanced.
    RECOVERY,
    /// An operator booked money in.
    FUNDING,
    /// The books follow a status that was forced in the sandbox, or what a person decided of money that was put aside.
    CORRECTION;

    static TransferKind of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
