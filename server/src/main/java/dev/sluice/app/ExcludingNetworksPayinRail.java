package dev.sluice.app;

import dev.sluice.rail.ForwardingPayinRail;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.Wallet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Decorator: a deposit rail without the networks that another rail has exclusively. Money that is sent to a
/// simulated wallet on a real network is lost, so no such wallet is issued, even while the other rail accepts no
/// deposits.
record ExcludingNetworksPayinRail(PayinRail rail, Set<String> taken) implements ForwardingPayinRail {
    ExcludingNetworksPayinRail {
        taken = Set.copyOf(taken);
    }

    @Override
    public Optional<Wallet> wallet(String token, String network, UUID depositId) {
        return taken.contains(network) ? Optional.empty() : rail.wallet(token, network, depositId);
    }

    @Override
    public boolean supports(String token, String network) {
        return !taken.contains(network) && rail.supports(token, network);
    }
}
