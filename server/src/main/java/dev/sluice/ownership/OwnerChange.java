package dev.sluice.ownership;

import dev.sluice.merchant.Consent;
import java.util.List;

/// Change with its steps. All their MACs have been verified.
///
/// @param mac MAC of the last row, to which the next step is chained
public record OwnerChange(OwnerChangeRequest request, List<OwnerChangeStep> steps, byte[] mac) {
    public OwnerChange {
        steps = List.copyOf(steps);
    }

    /// @throws IllegalArgumentException if the steps are in an impossible order
    public OwnerChangeState state() {
        OwnerChangeState state = request.begun();
        for (var step : steps) {
            state = state.after(step, request.waitingTime());
        }
        return state;
    }

    /// Returns the consent to the change: by two people if a second one approved it.
    Consent consent() {
        return Consent.of(steps.stream()
                .anyMatch(step -> step instanceof OwnerChangeStep.Approved(var _, var by, var _)
                        && !by.isSame(request.requester())));
    }

    /// Reports whether the change waits and no owner was told of it yet.
    public boolean isUnnotified() {
        return state() instanceof OwnerChangeState.Waiting waiting
                && waiting.notified().isEmpty();
    }

    public boolean isPending() {
        return state() instanceof OwnerChangeState.Waiting;
    }

    /// Omits the bytes: records end up in logs.
    @Override
    public String toString() {
        return "OwnerChange " + request.id() + " of " + request.organizationId();
    }
}
