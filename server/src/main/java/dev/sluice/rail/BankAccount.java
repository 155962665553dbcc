package dev.sluice.rail;

import org.jspecify.annotations.Nullable;

/// Where money goes: a bank, by the code of its payout method, and an account there.
///
/// @param routing the codes that the country's banks need besides, as far as the payee was given with them:
///     a number is one account of a branch, and another one of the next
/// @param accountType `Checking` or `Savings`, as far as the payee was given with it
public record BankAccount(
        String currency,
        @Nullable String country,
        String bankCode,
        RoutingNumbers routing,
        String accountNumber,
        String accountName,
        @Nullable String accountType)
        implements Beneficiary {}
