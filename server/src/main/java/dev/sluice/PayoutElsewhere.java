package dev.sluice;

import dev.sluice.rail.ForwardingRail;
import dev.sluice.rail.Rail;
import java.util.Optional;
import java.util.Set;

/// A rail that pays, but nothing new on networks that another one has to itself: what a sandbox plays on a real network
/// reaches nobody, also while the other rail does not know the token yet. What it was given before goes on.
record PayoutElsewhere(Rail rail, Set<String> taken) implements ForwardingRail {
    PayoutElsewhere {
        taken = Set.copyOf(taken);
    }

    @Override
    public boolean serves(String currencyOrToken, String bankCodeOrNetwork) {
        return !taken.contains(bankCodeOrNetwork) && rail.serves(currencyOrToken, bankCodeOrNetwork);
    }

    @Override
    public boolean returns(String currencyOrToken, String bankCodeOrNetwork) {
        return !taken.contains(bankCodeOrNetwork) && rail.returns(currencyOrToken, bankCodeOrNetwork);
    }

    @Override
    public Optional<String> sender(String network) {
        return taken.contains(network) ? Optional.empty() : rail.sender(network);
    }
}
