package dev.sluice.deposit;

import dev.sluice.reference.DepositMethod;

/// Means of payment.
public enum PaymentMethodType {
    VIRTUAL_ACCOUNT,
    BANK_TRANSFER,
    QR,
    EWALLET,
    /// A transaction on a chain.
    CHAIN;

    public static PaymentMethodType of(DepositMethod.Type type) {
        return switch (type) {
            case VIRTUAL_ACCOUNT -> VIRTUAL_ACCOUNT;
            case BANK_TRANSFER -> BANK_TRANSFER;
            case QR -> QR;
            case EWALLET -> EWALLET;
        };
    }
}
