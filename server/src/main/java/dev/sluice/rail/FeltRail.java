package dev.sluice.rail;

import java.util.List;

/// A rail whose pulse is taken: it does what the rail does, and what comes of each call is counted. Not for a rail
/// that answers from our own database, which tells nothing of the other side.
public record FeltRail(Rail rail, Pulse pulse) implements ForwardingRail {
    @Override
    public List<Outcome> submit(List<Instruction> instructions) {
        return pulse.felt(name(), () -> rail.submit(instructions));
    }

    @Override
    public List<Outcome> ask(List<PayoutRef> payouts) {
        return pulse.felt(name(), () -> rail.ask(payouts));
    }
}
