package dev.sluice.iso20022;

import java.math.BigDecimal;

/// The check that the opening balance and the booked entries give the closing balance.
public sealed interface SumCheck {
    /// The page adds up.
    record AddsUp() implements SumCheck {}

    /// The page does not add up.
    ///
    /// @param difference closing balance minus opening balance and booked entries
    record Differs(BigDecimal booked, BigDecimal difference) implements SumCheck {}

    /// The page cannot be checked: it has no opening or no closing balance, or entries in several currencies.
    record Undecided() implements SumCheck {}

    static SumCheck of(Statement statement) {
        var opening = statement.balances().opening();
        var closing = statement.balances().closing();
        if (opening == null || closing == null) {
            return new Undecided();
        }
        var currency = closing.amount().currency();
        boolean oneCurrency = opening.amount().currency().equals(currency)
                && statement.entries().stream()
                        .filter(Entry::isBooked)
                        .allMatch(each -> each.amount().currency().equals(currency));
        if (!oneCurrency) {
            return new Undecided();
        }
        var booked = statement.entries().stream()
                .filter(Entry::isBooked)
                .map(each -> each.amount().value())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        var difference =
                closing.amount().value().subtract(opening.amount().value()).subtract(booked);
        return difference.signum() == 0 ? new AddsUp() : new Differs(booked, difference);
    }
}
