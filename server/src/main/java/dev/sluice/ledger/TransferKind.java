package dev.sluice.ledger;

import java.util.Locale;

/// Reason of a transfer.
public enum TransferKind {
    /// Money is reserved for a payout.
    HOLD,
    /// Reserved money left through a rail.
    POST,
    /// The reserved fee was earned.
    FEE,
    /// Reserved money was released.
    VOID,
    /// A completed payout was returned, or an incoming payment was reversed by its network.
    REVERSAL,
    /// A payer's money came in.
    DEPOSIT,
    /// One asset was exchanged for another.
    CONVERSION,
    /// A chain charged a network fee for a payout's transaction.
    GAS,
    /// A bank charged for an account or a payment, or took a charge back.
    CHARGE,
    /// A bank charged or paid interest.
    INTEREST,
    /// An incoming payment matches no expected payment and is held in suspense.
    SUSPENSE,
    /// The house advanced money that a merchant has spent and has to return.
    ADVANCE,
    /// The merchant repaid an advance.
    RECOVERY,
    /// An operator booked money in.
    FUNDING,
    /// A correction after a forced status in the sandbox, or after an operator's decision about money in suspense.
    CORRECTION;

    static TransferKind of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
