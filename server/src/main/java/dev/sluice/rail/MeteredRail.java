package dev.sluice.rail;

import java.util.List;

/// Decorator that counts the result of each call to a rail in its [RailHealth]. Not for a rail that answers from our
/// own database, since that says nothing about the other side.
public record MeteredRail(Rail rail, RailHealth health) implements ForwardingRail {
    @Override
    public List<Outcome> submit(List<Instruction> instructions) {
        return health.metered(name(), () -> rail.submit(instructions));
    }

    @Override
    public List<Outcome> queryOutcomes(List<PayoutRef> payouts) {
        return health.metered(name(), () -> rail.queryOutcomes(payouts));
    }
}
