package dev.sluice.convert;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;

/// What an exchange comes to.
///
/// @param input what is given
/// @param price what one token costs, in fiat money, after the markup
/// @param converted what comes out, after the markup
/// @param fee what is taken from it: of what would come out without the markup
/// @param markup by how many percent less comes out than on the market
/// @param markupAmount that difference, which is the organization's
public record Figures(
        Money input, BigDecimal price, Money converted, Money fee, BigDecimal markup, Money markupAmount) {

    /// What is left of it.
    public Money total() {
        return converted.minus(fee);
    }

    public Asset output() {
        return converted.asset();
    }
}
