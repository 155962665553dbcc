package dev.sluice.deposit;

import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.rail.Receipt;
import dev.sluice.rate.Rates;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;

/// At which rate a payment is exchanged.
record ArrivalRate(Rates rates) {
    /// The rate that was agreed on is for what was asked for, in its time. What comes later, or is more, takes the rate
    /// of its arrival: else who asks for a little has the choice, for a while, to exchange any amount at an
    /// old rate.
    BigDecimal of(Deposit deposit, Receipt receipt) {
        var agreed = deposit.asked().priced();
        var due = agreed.input().minus(Credits.received(deposit));
        boolean late = receipt.paidAt().isAfter(deposit.asked().rateUntil());
        var amount = receipt.amount();
        if (!agreed.isConverted() || (!late && amount.compareTo(due) <= 0)) {
            return agreed.rate();
        }
        var now = rateNow(agreed, receipt);
        if (late || !due.isPositive()) {
            return now;
        }
        return Credits.average(due, agreed.rate(), amount.minus(due), now);
    }

    /// The newest rate that is known, since the money is here. Where nobody knows one, as after a start, it waits until
    /// somebody does, and never takes an old one.
    private BigDecimal rateNow(Priced agreed, Receipt receipt) {
        return rates.latest(receipt.amount().asset(), agreed.output().asset())
                .orElseThrow(Refusal.RATE_UNAVAILABLE::refused);
    }
}
