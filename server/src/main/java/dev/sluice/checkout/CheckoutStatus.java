package dev.sluice.checkout;

import dev.sluice.deposit.Status;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Status of a page: that of its deposit, once it exists.
public enum CheckoutStatus {
    /// No payment method has been chosen yet.
    OPEN,
    /// The page expired before a payment method was chosen.
    UNUSED,
    PENDING,
    COMPLETED,
    EXPIRED,
    CANCELLED;

    /// @param deposit status of the deposit; null if there is none
    static CheckoutStatus of(@Nullable Status deposit, boolean isOver) {
        return switch (deposit) {
            case null -> isOver ? UNUSED : OPEN;
            case PENDING -> PENDING;
            case COMPLETED -> COMPLETED;
            case EXPIRED -> EXPIRED;
            case CANCELLED -> CANCELLED;
        };
    }

    public static Optional<CheckoutStatus> named(String wire) {
        return Stream.of(values()).filter(each -> each.wire().equals(wire)).findFirst();
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Returns the status of the deposit; empty if there is no deposit.
    Optional<Status> deposit() {
        return switch (this) {
            case OPEN, UNUSED -> Optional.empty();
            case PENDING -> Optional.of(Status.PENDING);
            case COMPLETED -> Optional.of(Status.COMPLETED);
            case EXPIRED -> Optional.of(Status.EXPIRED);
            case CANCELLED -> Optional.of(Status.CANCELLED);
        };
    }
}
