package dev.sluice.deposit;

import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Receipt;
import dev.sluice.rate.Rates;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.time.Instant;

/// At which rate a payment is exchanged.
record ArrivalRate(Rates rates) {
    /// The rate that was agreed on is for what was asked for, in its time. What comes later, or is more, takes
    /// the rate of its arrival: else who asks for a little has the choice, for a while, to exchange any amount
    /// at an old rate. Tokens beyond what was asked for wait until there is a rate, as long as nobody knows
    /// one: else whoever has an address could exchange any amount at the last rate while nobody else is given
    /// any rate at all.
    BigDecimal of(Deposit deposit, Receipt receipt) {
        return of(deposit, receipt.amount(), receipt.paidAt());
    }

    /// The same of a payment that a person decided about, as if it had just come.
    BigDecimal of(Deposit deposit, Payment payment) {
        return of(deposit, payment.amount(), payment.paidAt());
    }

    private BigDecimal of(Deposit deposit, Money amount, Instant paidAt) {
        var agreed = deposit.asked().priced();
        var due = agreed.input().minus(Credits.received(deposit));
        boolean late = paidAt.isAfter(deposit.asked().rateUntil());
        if (!agreed.isConverted() || (!late && amount.compareTo(due) <= 0)) {
            return agreed.rate();
        }
        var ofDue = late ? newest(agreed) : agreed.rate();
        if (amount.compareTo(due) <= 0) {
            return ofDue;
        }
        // Of fiat money, a person decides about what is more.
        var ofMore = deposit.type() == Asset.Kind.CRYPTO ? current(agreed) : newest(agreed);
        return due.isPositive() ? Credits.average(due, ofDue, amount.minus(due), ofMore) : ofMore;
    }

    private BigDecimal current(Priced agreed) {
        return rates.rate(agreed.input().asset(), agreed.output().asset())
                .orElseThrow(Refusal.RATE_UNAVAILABLE::refused);
    }

    /// The newest rate that is known, since the money is here. Where nobody knows one, as after a start, it waits
    /// until somebody does, and never takes an old one.
    private BigDecimal newest(Priced agreed) {
        return rates.latest(agreed.input().asset(), agreed.output().asset())
                .orElseThrow(Refusal.RATE_UNAVAILABLE::refused);
    }
}
