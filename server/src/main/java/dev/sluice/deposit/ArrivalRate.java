package dev.sluice.deposit;

import dev.sluice.clock.Clocks;
import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.rail.Receipt;
import dev.sluice.rate.Rates;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.time.Duration;

/// At which rate a payment is exchanged.
record ArrivalRate(Rates rates, Clocks clocks) {
    private static final Duration AWAITED = Duration.ofHours(1);

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

    /// The newest rate that is known, since the money is here. After a start nobody knows one yet: that is waited for,
    /// for a while.
    private BigDecimal rateNow(Priced agreed, Receipt receipt) {
        var from = receipt.amount().asset();
        var to = agreed.output().asset();
        var latest = rates.latest(from, to);
        boolean mayCome = rates.isKnown(from, to)
                && clocks.instant().isBefore(receipt.seenAt().plus(AWAITED));
        if (latest.isEmpty() && mayCome) {
            throw Refusal.RATE_UNAVAILABLE.refused();
        }
        return latest.orElse(agreed.rate());
    }
}
