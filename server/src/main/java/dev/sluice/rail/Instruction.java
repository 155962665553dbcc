package dev.sluice.rail;

import dev.sluice.money.Money;
import org.jspecify.annotations.Nullable;

/// Instruction for a rail: pay an amount to a beneficiary.
///
/// @param remittance text for the recipient
/// @param address postal address of the payee; null if unknown
public record Instruction(
        PayoutRef payout,
        Money amount,
        Beneficiary beneficiary,
        @Nullable String remittance,
        @Nullable PostalAddress address) {

    public Instruction(PayoutRef payout, Money amount, Beneficiary beneficiary, @Nullable String remittance) {
        this(payout, amount, beneficiary, remittance, null);
    }

    /// Returns the account to pay, for a rail to banks.
    public BankAccount account() {
        return switch (beneficiary) {
            case BankAccount account -> account;
            case Wallet wallet ->
                throw new IllegalStateException("a wallet is not a bank account: " + wallet.network());
        };
    }

    /// Returns the wallet to pay, for a rail to a chain.
    public Wallet wallet() {
        return switch (beneficiary) {
            case Wallet wallet -> wallet;
            case BankAccount account ->
                throw new IllegalStateException("an account is no wallet: " + account.bankCode());
        };
    }
}
