package dev.sluice.client.model;

import org.jspecify.annotations.Nullable;

/// The payee of a payout, as it was when the payout was created.
public record DisbursementRecipient(
        String recipientId,
        @Nullable String email,
        String name,
        DisbursementBank bank,
        @Nullable Verification verification) {}
