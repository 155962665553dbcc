package dev.sluice.rail;

import dev.sluice.money.Money;
import org.jspecify.annotations.Nullable;

/// What a rail is told to do: pay an amount to a beneficiary. `remittance` is the text that goes along to the payee.
public record Instruction(
        PayoutRef payout,
        Money amount,
        Beneficiary beneficiary,
        @Nullable String remittance) {

    /// The account to be paid, for a rail to banks.
    public BankAccount account() {
        return switch (beneficiary) {
            case BankAccount account -> account;
            case Wallet wallet ->
                throw new IllegalStateException("a wallet is not a bank account: " + wallet.network());
        };
    }

    /// The wallet to be paid, for a rail to a chain.
    public Wallet wallet() {
        return switch (beneficiary) {
            case Wallet wallet -> wallet;
            case BankAccount account ->
                throw new IllegalStateException("an account is no wallet: " + account.bankCode());
        };
    }
}
