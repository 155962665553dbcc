package dev.sluice.deposit;

import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.refusal.Refusal;
import java.time.Instant;

/// State of a deposit. Each variant carries exactly the facts that are known then.
public sealed interface DepositState {
    /// Waiting for the payer.
    record Pending() implements DepositState {}

    /// The money came and was credited.
    record Completed(Priced credit, Instant paidAt) implements DepositState {}

    /// No payment came in time.
    record Expired(Instant at) implements DepositState {}

    /// The merchant no longer wants the money.
    record Cancelled(Instant at) implements DepositState {}

    /// The wire's word for it.
    default Status status() {
        return switch (this) {
            case Pending _ -> Status.PENDING;
            case Completed _ -> Status.COMPLETED;
            case Expired _ -> Status.EXPIRED;
            case Cancelled _ -> Status.CANCELLED;
        };
    }

    /// Returns the cancelled state. A deposit can be cancelled until it is paid; cancelling twice is no error.
    default DepositState cancelled(Instant now) {
        return switch (this) {
            case Pending _ -> new Cancelled(now);
            case Cancelled already -> already;
            case Completed _, Expired _ ->
                throw Refusal.DEPOSIT_NOT_CANCELLABLE.refused("status", "must be pending, is " + status().wire());
        };
    }
}
