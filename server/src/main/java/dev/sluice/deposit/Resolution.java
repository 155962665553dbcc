package dev.sluice.deposit;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a person decided about a payment under review.
///
/// @param refundId the payout by which it goes back, where it does
public record Resolution(
        Kind kind,
        Instant at,
        String actor,
        String reason,
        @Nullable UUID refundId) {
    /// What becomes of the money.
    public enum Kind {
        /// It was credited to its deposit as it came.
        SETTLED,
        /// It was sent back to whoever paid it.
        REFUNDED
    }
}
