package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Conversion to create. Exactly one side has an amount.
public record ConvertCreate(
        Side input, Side output, @Nullable String quoteId) {
    /// Gives this much of a token.
    public static ConvertCreate giving(BigDecimal amount, String token, String currency) {
        return new ConvertCreate(new Side(token, amount), new Side(currency, null), null);
    }

    /// Gets this much of a currency, after the fee.
    public static ConvertCreate getting(BigDecimal amount, String currency, String token) {
        return new ConvertCreate(new Side(token, null), new Side(currency, amount), null);
    }

    /// Uses the figures of a quote.
    public ConvertCreate withQuote(String quoteId) {
        return new ConvertCreate(input, output, quoteId);
    }

    /// One side of the conversion.
    public record Side(String currency, @Nullable BigDecimal amount) {}
}
