package dev.sluice.client.model;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Payouts to stored recipients, each in a currency of its own: version 1, deprecated.
public record FiatDisbursementsCreateV1(List<Item> disburseData) {
    public FiatDisbursementsCreateV1 {
        disburseData = Copies.of(disburseData);
    }

    /// One payout.
    public record Item(
            String currency,
            String recipientId,
            BigDecimal amount,
            @Nullable String reference,
            @Nullable String note) {}
}
