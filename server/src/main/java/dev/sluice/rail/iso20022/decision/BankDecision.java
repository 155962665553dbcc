package dev.sluice.rail.iso20022.decision;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A decision about a bank account.
public record BankDecision(
        UUID id, DecisionRequest request, DecisionPerson requestedBy, Instant requestedAt, State state) {
    /// State of a decision.
    public sealed interface State {
        /// It has no effect yet.
        record Waiting() implements State {}

        /// Its effect is in the same transaction.
        record Confirmed(Ending ending) implements State {}

        /// Another person refused it.
        record Refused(Ending ending) implements State {}

        /// Its requester took it back.
        record Withdrawn(Ending ending) implements State {}

        default @Nullable Ending end() {
            return switch (this) {
                case Waiting _ -> null;
                case Confirmed(var ending) -> ending;
                case Refused(var ending) -> ending;
                case Withdrawn(var ending) -> ending;
            };
        }

        default String stored() {
            return switch (this) {
                case Waiting _ -> "waiting";
                case Confirmed _ -> "confirmed";
                case Refused _ -> "refused";
                case Withdrawn _ -> "withdrawn";
            };
        }

        static State of(String stored, @Nullable Ending ending) {
            if (ending == null) {
                return new Waiting();
            }
            return switch (stored) {
                case "confirmed" -> new Confirmed(ending);
                case "refused" -> new Refused(ending);
                case "withdrawn" -> new Withdrawn(ending);
                default -> throw new IllegalStateException("a decision is " + stored);
            };
        }
    }

    /// End of a decision.
    ///
    /// @param note reason or evidence of this person; null if none was given
    public record Ending(
            DecisionPerson by, Instant at, @Nullable String note) {}

    public DecisionKind kind() {
        return request.kind();
    }

    public String account() {
        return request.account();
    }

    public String subject() {
        return request.subject();
    }

    public String verdict() {
        return request.verdict();
    }

    public boolean isWaiting() {
        return state instanceof State.Waiting;
    }

    BankDecision with(State next) {
        return new BankDecision(id, request, requestedBy, requestedAt, next);
    }
}
