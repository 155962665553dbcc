package dev.sluice.client.model;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A conversion that was made.
public record Convert(
        String convertId,
        String userId,
        Side input,
        Side output,
        BigDecimal exchangeRate,
        @Nullable String quoteId,
        @Nullable BigDecimal markupAmount,
        Instant createdAt,
        Instant updatedAt) {
    /// One side: `amountMinusFee` is the rest of `amount` after the fee.
    public record Side(String assetType, String currency, BigDecimal amount, BigDecimal amountMinusFee) {}
}
