package dev.sluice.ownership;

import java.util.List;

/// A change with the steps that it took, all of which have the MACs that the service gave them.
///
/// @param mac that of the last row, which the next step continues
public record OwnerChange(ChangeRequest request, List<Step> steps, byte[] mac) {
    public OwnerChange {
        steps = List.copyOf(steps);
    }

    /// @throws IllegalArgumentException where the steps do not follow each other
    public ChangeState state() {
        ChangeState state = request.begun();
        for (var step : steps) {
            state = state.after(step, request.waitingTime());
        }
        return state;
    }

    public boolean isPending() {
        return state() instanceof ChangeState.Waiting;
    }

    /// Without bytes: records end up in logs.
    @Override
    public String toString() {
        return "OwnerChange " + request.id() + " of " + request.organizationId();
    }
}
