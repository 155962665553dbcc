package dev.sluice.rail;

import org.jspecify.annotations.Nullable;

/// Where money goes: a bank, by the code of its payout method, and an account there.
public record BankAccount(
        String currency, @Nullable String country, String bankCode, String accountNumber, String accountName)
        implements Beneficiary {}
