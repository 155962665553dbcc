package dev.sluice.reference;

import java.util.function.Predicate;

/// What the configured rails can do. Methods and tokens that no rail serves are hidden, so that nobody is offered a way
/// to pay that leads nowhere.
public record Served(Predicate<PayoutMethod> payouts, Predicate<DepositMethod> deposits, Predicate<Token> tokens) {
    /// The sandbox's: its rail serves everything.
    public static Served everything() {
        return new Served(_ -> true, _ -> true, _ -> true);
    }
}
