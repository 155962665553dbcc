package dev.sluice.deposit;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a person decided about a payment under review.
///
/// @param refundId the payout by which it goes back, where it does
/// @param movedTo the deposit that has it since, where it was moved
public record Resolution(
        Kind kind,
        Instant at,
        String actor,
        String reason,
        @Nullable UUID refundId,
        @Nullable DepositRef movedTo) {
    /// What becomes of the money.
    public enum Kind {
        /// It was credited to its deposit as it came.
        SETTLED,
        /// It was sent back to whoever paid it.
        REFUNDED,
        /// It was credited to another deposit, whose it is.
        MOVED
    }
}
