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

/// Decorator: a deposit rail without the methods that bank accounts have exclusively. A payer must never be sent to a
/// simulated account in place of a real one, even while the real one accepts no deposits.
record ExcludingMethodsPayinRail(PayinRail rail, Set<Method> taken) implements PayinRail {
    ExcludingMethodsPayinRail {
        taken = Set.copyOf(taken);
    }

    /// A deposit method.
    record Method(String currency, String code) {}

    @Override
    public String name() {
        return rail.name();
    }

    @Override
    public Optional<CollectionAccount> account(String currency, String bankCode) {
        return taken.contains(new Method(currency, bankCode)) ? Optional.empty() : rail.account(currency, bankCode);
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
        return rail.wallet(token, network, depositId);
    }

    @Override
    public boolean supports(String token, String network) {
        return rail.supports(token, network);
    }

    @Override
    public Optional<URI> wallet(Destination bill) {
        return rail.wallet(bill);
    }
}
