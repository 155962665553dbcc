package dev.sluice.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A stored payee.
public record Recipient(
        String id,
        String name,
        @Nullable String recipientType,
        @Nullable String email,
        String organizationId,
        String userId,
        Instant createdAt,
        Instant updatedAt,
        List<RecipientBank> bank,
        @Nullable String city,
        @Nullable String address,
        @Nullable String postCode,
        @Nullable String reference,
        @Nullable Verification verification) {
    public Recipient {
        bank = Copies.of(bank);
    }
}
