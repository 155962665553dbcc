package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What a conversion comes to. `totalConvertedAmount` is what is left after the fee, in the output's currency.
public record ConvertFigures(
        Rate rate,
        BigDecimal convertedAmount,
        BigDecimal fee,
        BigDecimal totalConvertedAmount,
        BigDecimal markupRatePercentage,
        @Nullable BigDecimal markupAmount) {
    /// `fiat` is the price of `crypto` tokens, which is one.
    public record Rate(BigDecimal crypto, BigDecimal fiat) {}
}
