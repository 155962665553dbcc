package dev.sluice.rail;

/// Destination of a payout's money.
public sealed interface Beneficiary permits BankAccount, Wallet {}
