package dev.sluice.app;

import dev.sluice.qr.QrPayee;
import dev.sluice.rail.CollectionAccount;
import dev.sluice.rail.Destination;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.Wallet;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Decorator: a deposit rail without the networks that another rail has exclusively. Money that is sent to a
/// simulated wallet on a real network is lost, so no such wallet is issued, even while the other rail accepts no
/// deposits.
record ExcludingNetworksPayinRail(PayinRail rail, Set<String> taken) implements PayinRail {
    ExcludingNetworksPayinRail {
        taken = Set.copyOf(taken);
    }

    @Override
    public String name() {
        return rail.name();
    }

    @Override
    public Optional<CollectionAccount> account(String currency, String bankCode) {
        return rail.account(currency, bankCode);
    }

    @Override
    public Optional<String> paymentReference(String currency, String bankCode, RandomGenerator random) {
        return rail.paymentReference(currency, bankCode, random);
    }

    @Override
    public Optional<QrPayee> qrPayee(String currency, String scheme) {
        return rail.qrPayee(currency, scheme);
    }

    @Override
    public Optional<Wallet> wallet(String token, String network, UUID depositId) {
        return taken.contains(network) ? Optional.empty() : rail.wallet(token, network, depositId);
    }

    @Override
    public boolean supports(String token, String network) {
        return !taken.contains(network) && rail.supports(token, network);
    }

    @Override
    public Optional<URI> wallet(Destination bill) {
        return rail.wallet(bill);
    }
}
