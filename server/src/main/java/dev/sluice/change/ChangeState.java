package dev.sluice.change;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// State of a change request.
public sealed interface ChangeState {
    /// No decision yet.
    record Waiting() implements ChangeState {}

    /// The requester may carry it out, once.
    record Approved(Decision decision) implements ChangeState {}

    record Rejected(Decision decision) implements ChangeState {}

    record Withdrawn(Instant at) implements ChangeState {}

    /// Its time ran out before it was carried out.
    ///
    /// @param approval the approval that was not used, if there was one
    record Expired(Optional<Decision> approval) implements ChangeState {}

    record CarriedOut(Decision decision, Instant at) implements ChangeState {}

    /// The stored row has a wrong MAC. The request can be neither decided nor carried out.
    record Tampered() implements ChangeState {}

    /// Decision of a second person.
    record Decision(UUID by, String name, Instant at, String reason) {}

    /// Name in the store, and in text keys.
    default String name() {
        return switch (this) {
            case Waiting _ -> "WAITING";
            case Approved _ -> "APPROVED";
            case Rejected _ -> "REJECTED";
            case Withdrawn _ -> "WITHDRAWN";
            case Expired _ -> "EXPIRED";
            case CarriedOut _ -> "CARRIED_OUT";
            case Tampered _ -> "TAMPERED";
        };
    }

    /// Reports whether the request may still be carried out, as long as it has not expired.
    default boolean isOpen() {
        return switch (this) {
            case Waiting _, Approved _ -> true;
            case Rejected _, Withdrawn _, Expired _, CarriedOut _, Tampered _ -> false;
        };
    }
}
