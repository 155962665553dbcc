package dev.sluice.reference;

import java.util.List;
import java.util.function.Predicate;

/// The methods and tokens that the configured rails serve. All others are hidden, so that no unusable payment method
/// is offered.
///
/// @param tokenPayouts the tokens that can be paid out
/// @param tokenDeposits the tokens that can be deposited
/// @param ownDeposits deposit methods that rails have of their own, beside those of the reference data
public record Served(
        Predicate<PayoutMethod> payouts,
        Predicate<DepositMethod> deposits,
        Predicate<Token> tokenPayouts,
        Predicate<Token> tokenDeposits,
        List<DepositMethod> ownDeposits) {
    public Served {
        ownDeposits = List.copyOf(ownDeposits);
    }

    public Served(
            Predicate<PayoutMethod> payouts,
            Predicate<DepositMethod> deposits,
            Predicate<Token> tokenPayouts,
            Predicate<Token> tokenDeposits) {
        this(payouts, deposits, tokenPayouts, tokenDeposits, List.of());
    }

    /// Returns the sandbox's capabilities: its rails serve everything.
    public static Served everything() {
        return new Served(_ -> true, _ -> true, _ -> true, _ -> true);
    }
}
