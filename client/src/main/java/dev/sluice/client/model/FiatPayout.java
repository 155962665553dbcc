package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// One payout, to a stored recipient or to one who is given here and stored with it.
public record FiatPayout(
        @Nullable String recipientId,
        @Nullable InlineRecipient recipient,
        BigDecimal amount,
        @Nullable String reference,
        @Nullable String note) {
    /// To a recipient who is stored.
    public static FiatPayout to(String recipientId, BigDecimal amount) {
        return new FiatPayout(recipientId, null, amount, null, null);
    }

    /// To a recipient who is given here.
    public static FiatPayout to(InlineRecipient recipient, BigDecimal amount) {
        return new FiatPayout(null, recipient, amount, null, null);
    }

    /// With your own name for the payout, which is unique in your organization.
    public FiatPayout withReference(String reference) {
        return new FiatPayout(recipientId, recipient, amount, reference, note);
    }

    public FiatPayout withNote(String note) {
        return new FiatPayout(recipientId, recipient, amount, reference, note);
    }
}
