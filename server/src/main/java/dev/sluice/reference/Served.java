package dev.sluice.reference;

import java.util.function.Predicate;

/// The methods and tokens that the configured rails serve. All others are hidden, so that no unusable payment method
/// is offered.
///
/// @param tokenPayouts the tokens that can be paid out
/// @param tokenDeposits the tokens that can be deposited
public record Served(
        Predicate<PayoutMethod> payouts,
        Predicate<DepositMethod> deposits,
        Predicate<Token> tokenPayouts,
        Predicate<Token> tokenDeposits) {
    /// Returns the sandbox's capabilities: its rails serve everything.
    public static Served everything() {
        return new Served(_ -> true, _ -> true, _ -> true, _ -> true);
    }
}
