package dev.sluice.rail;

import org.jspecify.annotations.Nullable;

/// Destination of money at a bank: the bank, by the code of its payout method, and an account there.
///
/// @param routing additional routing codes of the country's banks, as given with the recipient: the same number can be
///     different accounts at two branches
/// @param accountType `Checking` or `Savings`, if given with the recipient
public record BankAccount(
        String currency,
        @Nullable String country,
        String bankCode,
        RoutingNumbers routing,
        String accountNumber,
        String accountName,
        @Nullable String accountType)
        implements Beneficiary {}
