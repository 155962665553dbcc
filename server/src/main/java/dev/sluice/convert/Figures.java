package dev.sluice.convert;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;

/// Amounts of an exchange.
///
/// @param input amount to exchange
/// @param price price of one token in fiat money, after the markup
/// @param converted output after the markup
/// @param fee fee deducted from the output; calculated on the output without the markup
/// @param markup percentage by which the output is less than at the market price
/// @param markupAmount amount of the markup, which belongs to the organization
public record Figures(
        Money input, BigDecimal price, Money converted, Money fee, BigDecimal markup, Money markupAmount) {

    /// Returns the output after the fee.
    public Money total() {
        return converted.minus(fee);
    }

    public Asset output() {
        return converted.asset();
    }
}
