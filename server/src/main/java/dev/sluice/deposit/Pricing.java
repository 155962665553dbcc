package dev.sluice.deposit;

import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.money.Smallest;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// How a payer's amount becomes the merchant's: the fee is taken from what arrives, and the rest is exchanged at the
/// rate, rounded down to the output's unit. `rate` is units of the output for one of the input.
public record Pricing(FeeSchedule fee, BigDecimal rate, Asset output) {

    /// What some input comes to. The output may be zero or below, where the fee eats it.
    public Priced ofInput(Money input) {
        var taken = fee.fee(input);
        var rest = input.minus(taken).decimal().multiply(rate);
        return new Priced(input, taken, rate, Money.rounded(rest, output, RoundingMode.DOWN));
    }

    /// The smallest input of so many decimals whose output reaches an amount. More input never gives less output,
    /// since the fee is less than the whole.
    public Priced ofOutput(Money wanted, Asset input, int decimals) {
        var step = BigInteger.TEN.pow(input.exponent() - decimals);
        var enough = Smallest.that(units -> reaches(units.multiply(step), input, wanted));
        return ofInput(new Money(enough.multiply(step), input));
    }

    private boolean reaches(BigInteger units, Asset input, Money wanted) {
        return ofInput(new Money(units, input)).output().compareTo(wanted) >= 0;
    }

    /// What a payer pays, what is taken from it, and what the merchant gets.
    public record Priced(Money input, Money fee, BigDecimal rate, Money output) {
        public boolean isConverted() {
            return !input.asset().equals(output.asset());
        }

        /// In words why nothing arrives: the fee is all of it, or what is left is less than the output has a
        /// unit for.
        public String nothing() {
            return input.minus(fee).isPositive()
                    ? "comes to less than " + Money.smallest(output.asset()) + ", the smallest unit of the output"
                    : "leaves nothing after the fee of " + fee;
        }
    }
}
