package dev.sluice.checkout;

import dev.sluice.deposit.Status;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How a page stands: as its deposit does, once there is one.
public enum Standing {
    /// Nobody has chosen how to pay yet.
    OPEN,
    /// Nobody has, and its time is over.
    UNUSED,
    PENDING,
    COMPLETED,
    EXPIRED,
    CANCELLED;

    /// @param deposit how the deposit stands; nothing where there is none
    static Standing of(@Nullable Status deposit, boolean isOver) {
        return switch (deposit) {
            case null -> isOver ? UNUSED : OPEN;
            case PENDING -> PENDING;
            case COMPLETED -> COMPLETED;
            case EXPIRED -> EXPIRED;
            case CANCELLED -> CANCELLED;
        };
    }

    public static Optional<Standing> named(String wire) {
        return Stream.of(values()).filter(each -> each.wire().equals(wire)).findFirst();
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The status of the deposit; none where there is no deposit.
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
