package dev.sluice.convert;

import dev.sluice.money.AmountSearch;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/// Terms of an exchange between a token and fiat money: the market price of one token in fiat money; the
/// organization's markup, in percent, which reduces the output; and the fee, which is deducted from the output. The
/// fee is calculated on the output without the markup, because the markup belongs to the organization.
record Exchange(Asset input, Asset output, BigDecimal market, FeeSchedule fee, BigDecimal markup) {
    private static final MathContext PRECISION = new MathContext(18, RoundingMode.HALF_UP);
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /// Returns the displayed price: the markup lowers it when a token is sold, and raises it when one is bought.
    BigDecimal price() {
        if (markup.signum() == 0) {
            return market;
        }
        var remaining = roundingRest();
        var price = sellsToken()
                ? market.multiply(remaining).movePointLeft(2).round(PRECISION)
                : market.multiply(HUNDRED).divide(remaining, PRECISION);
        return price.stripTrailingZeros();
    }

    private BigDecimal roundingRest() {
        return HUNDRED.subtract(markup);
    }

    /// Returns true if a larger amount leaves more after the fee. That is false if the markup leaves less than the
    /// fee's percentage.
    boolean leavesAnything() {
        return fee.percentage().compareTo(roundingRest()) < 0;
    }

    /// Calculates the exchange of an input amount.
    Figures ofInput(Money amount) {
        var whole = converted(amount, market);
        var shown = markup.signum() == 0 ? whole : converted(amount, price());
        return new Figures(amount, price(), shown, fee.fee(whole), markup, whole.minus(shown));
    }

    /// Calculates the input amount for which the given total remains after the fee. The last unit of a token may
    /// be worth more than needed; the house keeps the excess.
    ///
    /// @throws IllegalStateException if nothing remains of any amount
    Figures ofTotal(Money wanted) {
        var converted = new Money(AmountSearch.smallest(units -> left(units).compareTo(wanted) >= 0), output);
        var price = price();
        var needed = sellsToken()
                ? converted.decimal().divide(price, input.exponent(), RoundingMode.UP)
                : converted.decimal().multiply(price).setScale(input.exponent(), RoundingMode.UP);
        var amount = Money.exactly(needed, input);
        var lost = ofInput(amount).markupAmount();
        return new Figures(amount, price, converted, fee.ofWhole(converted, roundingRest()), markup, lost);
    }

    private Money left(BigInteger units) {
        var converted = new Money(units, output);
        return converted.minus(fee.ofWhole(converted, roundingRest()));
    }

    private Money converted(Money amount, BigDecimal price) {
        return sellsToken()
                ? Money.rounded(amount.decimal().multiply(price), output, RoundingMode.DOWN)
                : Money.exactly(amount.decimal().divide(price, output.exponent(), RoundingMode.DOWN), output);
    }

    private boolean sellsToken() {
        return input.kind() == Asset.Kind.CRYPTO;
    }
}
