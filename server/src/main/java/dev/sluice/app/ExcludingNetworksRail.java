package dev.sluice.app;

import dev.sluice.rail.ForwardingRail;
import dev.sluice.rail.Rail;
import java.util.Optional;
import java.util.Set;

/// Decorator: a payout rail without new payouts on the networks that another rail has exclusively. A simulated payout
/// on a real network reaches no one, so none is made, even while the other rail does not have the token yet. Earlier
/// payouts continue.
record ExcludingNetworksRail(Rail rail, Set<String> taken) implements ForwardingRail {
    ExcludingNetworksRail {
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
