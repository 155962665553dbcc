package dev.sluice.reference;

import java.util.function.Predicate;

/// What the configured rails serve. Methods and tokens that no rail serves are hidden, so that nobody is offered a way
/// to pay that leads nowhere.
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
