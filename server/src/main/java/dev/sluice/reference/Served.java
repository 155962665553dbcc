package dev.sluice.reference;

import java.util.function.Predicate;

/// Methods and tokens that the configured rails serve. All others are hidden, so that nobody is offered a way to
/// pay that leads nowhere.
///
/// @param tokenPayouts the tokens that can be paid out
/// @param tokenDeposits the tokens that can be taken in
public record Served(
        Predicate<PayoutMethod> payouts,
        Predicate<DepositMethod> deposits,
        Predicate<Token> tokenPayouts,
        Predicate<Token> tokenDeposits) {
    /// The sandbox's: its rail serves everything.
    public static Served everything() {
        return new Served(_ -> true, _ -> true, _ -> true, _ -> true);
    }
}
