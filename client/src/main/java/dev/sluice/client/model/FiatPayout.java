package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// One payout, to a stored recipient or to a new one that is stored with it.
public record FiatPayout(
        @Nullable String recipientId,
        @Nullable InlineRecipient recipient,
        BigDecimal amount,
        @Nullable String reference,
        @Nullable String note) {
    /// Returns a payout to a stored recipient.
    public static FiatPayout to(String recipientId, BigDecimal amount) {
        return new FiatPayout(recipientId, null, amount, null, null);
    }

    /// Returns a payout to a new recipient.
    public static FiatPayout to(InlineRecipient recipient, BigDecimal amount) {
        return new FiatPayout(null, recipient, amount, null, null);
    }

    /// Sets your own reference for the payout, unique in your organization.
    public FiatPayout withReference(String reference) {
        return new FiatPayout(recipientId, recipient, amount, reference, note);
    }

    public FiatPayout withNote(String note) {
        return new FiatPayout(recipientId, recipient, amount, reference, note);
    }
}
