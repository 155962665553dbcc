package dev.sluice.checkout;

import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.Wish;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A payment page: what is to be paid, and where its customer comes from and goes to. Until somebody chose a method, it
/// is valid for a quarter of an hour.
///
/// @param sharesReference whether another payment may have its reference too, as it was when the page was made
record Checkout(
        UUID organizationId,
        UUID id,
        Wish wish,
        @Nullable String reference,
        boolean sharesReference,
        @Nullable String note,
        Journey journey,
        UUID userId,
        Instant expiresAt) {

    /// Who pays, in which language, and where to go then.
    record Journey(
            @Nullable String customerName,
            @Nullable String locale,
            @Nullable String successUrl,
            @Nullable String cancelUrl) {}

    /// The deposit that comes of it.
    DepositRef deposit() {
        return new DepositRef(organizationId, id);
    }

    boolean isExpired(Instant now) {
        return !now.isBefore(expiresAt);
    }
}
