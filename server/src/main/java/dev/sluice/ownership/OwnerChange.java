package dev.sluice.ownership;

import dev.sluice.merchant.Consent;
import java.util.List;

/// A change with the steps that it took, all of which have the MACs that the service gave them.
///
/// @param mac that of the last row, which the next step continues
public record OwnerChange(OwnerChangeRequest request, List<OwnerChangeStep> steps, byte[] mac) {
    public OwnerChange {
        steps = List.copyOf(steps);
    }

    /// @throws IllegalArgumentException where the steps do not follow each other
    public OwnerChangeState state() {
        OwnerChangeState state = request.begun();
        for (var step : steps) {
            state = state.after(step, request.waitingTime());
        }
        return state;
    }

    /// Consent to the change: that of two where somebody else than the asker approved it.
    Consent consent() {
        return Consent.of(steps.stream()
                .anyMatch(step ->
                        step instanceof OwnerChangeStep.Approved(var _, var by, var _) && !by.isSame(request.asker())));
    }

    /// Reports whether the change waits and no owner was told of it yet.
    public boolean isUntold() {
        return state() instanceof OwnerChangeState.Waiting waiting
                && waiting.told().isEmpty();
    }

    public boolean isPending() {
        return state() instanceof OwnerChangeState.Waiting;
    }

    /// Without bytes: records end up in logs.
    @Override
    public String toString() {
        return "OwnerChange " + request.id() + " of " + request.organizationId();
    }
}
