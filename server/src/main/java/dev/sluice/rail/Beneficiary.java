package dev.sluice.rail;

/// Where a payout's money goes.
public sealed interface Beneficiary permits BankAccount, Wallet {}
