package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Amounts of a conversion. `totalConvertedAmount` is the rest after the fee, in the output's currency.
public record ConvertFigures(
        Rate rate,
        BigDecimal convertedAmount,
        BigDecimal fee,
        BigDecimal totalConvertedAmount,
        BigDecimal markupRatePercentage,
        @Nullable BigDecimal markupAmount) {
    /// `fiat` is the price of `crypto` tokens, always one token.
    public record Rate(BigDecimal crypto, BigDecimal fiat) {}
}
