package dev.sluice.deposit.lane;

import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.Payment;
import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rate.Rates;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.time.Instant;

/// Exchange rate of a payment.
record ArrivalRate(Rates rates) {
    /// Returns the rate of a payment. The agreed rate applies to the requested amount within its time. A later
    /// payment, or the part above the amount, takes the rate of its arrival: otherwise a payer could request a
    /// little and exchange any amount at an old rate. Tokens above the requested amount wait while no current rate
    /// is known: otherwise the owner of an address could exchange any amount at the last rate while everyone else
    /// is refused.
    BigDecimal of(Deposit deposit, IncomingPayment receipt) {
        return of(deposit, receipt.amount(), receipt.paidAt());
    }

    /// Returns the rate of a payment that a person decided about, as if it had just come.
    BigDecimal of(Deposit deposit, Payment payment) {
        return of(deposit, payment.amount(), payment.paidAt());
    }

    private BigDecimal of(Deposit deposit, Money amount, Instant paidAt) {
        var agreed = deposit.requested().priced();
        var due = agreed.input().minus(Credits.received(deposit));
        boolean late = paidAt.isAfter(deposit.requested().rateUntil());
        if (!agreed.isConverted() || (!late && amount.compareTo(due) <= 0)) {
            return agreed.rate();
        }
        var ofDue = late ? newest(agreed) : agreed.rate();
        if (amount.compareTo(due) <= 0) {
            return ofDue;
        }
        // A person decides about a fiat payment above the requested amount.
        var ofMore = deposit.type() == Asset.Kind.CRYPTO ? current(agreed) : newest(agreed);
        return due.isPositive() ? Credits.average(due, ofDue, amount.minus(due), ofMore) : ofMore;
    }

    private BigDecimal current(Priced agreed) {
        return rates.rate(agreed.input().asset(), agreed.output().asset())
                .orElseThrow(Refusal.RATE_UNAVAILABLE::refused);
    }

    /// Returns the newest known rate, since the money is here. If none is known, as after a start, the payment
    /// waits for one and never takes an old rate.
    private BigDecimal newest(Priced agreed) {
        return rates.latest(agreed.input().asset(), agreed.output().asset())
                .orElseThrow(Refusal.RATE_UNAVAILABLE::refused);
    }
}
