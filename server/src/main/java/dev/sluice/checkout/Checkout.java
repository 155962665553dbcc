package dev.sluice.checkout;

import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.create.RequestedAmount;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A payment page: the amount to pay, and the customer's data and return addresses. It is valid for fifteen minutes
/// unless a payment method is chosen.
///
/// @param sharesReference true if other payments may use its reference too, as configured when the page was created
record Checkout(
        UUID organizationId,
        UUID id,
        RequestedAmount requested,
        @Nullable String reference,
        boolean sharesReference,
        @Nullable String note,
        Journey journey,
        UUID userId,
        Instant expiresAt) {

    /// The customer, their language, and the addresses to return to.
    record Journey(
            @Nullable String customerName,
            @Nullable String locale,
            @Nullable String successUrl,
            @Nullable String cancelUrl) {}

    /// Returns the reference to the deposit that the page leads to.
    DepositRef deposit() {
        return new DepositRef(organizationId, id);
    }

    boolean isExpired(Instant now) {
        return !now.isBefore(expiresAt);
    }
}
