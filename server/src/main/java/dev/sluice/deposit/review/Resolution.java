package dev.sluice.deposit.review;

import dev.sluice.deposit.DepositRef;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Decision of a person about a payment under review.
///
/// @param refundId payout that sends it back, if there is one
/// @param movedTo deposit that it was moved to, if it was
public record Resolution(
        Kind kind,
        Instant at,
        String actor,
        String reason,
        @Nullable UUID refundId,
        @Nullable DepositRef movedTo) {
    /// Outcome for the money.
    public enum Kind {
        /// The payment was credited to its deposit as it came.
        SETTLED,
        /// The payment was sent back to its payer.
        REFUNDED,
        /// The payment was credited to another deposit.
        MOVED
    }
}
