package dev.sluice.rail;

import dev.sluice.qr.QrPayee;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Decorator: delegates every method to the wrapped deposit rail unless it is overridden.
public interface ForwardingPayinRail extends PayinRail {
    /// Returns the wrapped rail.
    PayinRail rail();

    @Override
    default String name() {
        return rail().name();
    }

    @Override
    default Optional<CollectionAccount> account(String currency, String bankCode) {
        return rail().account(currency, bankCode);
    }

    @Override
    default Optional<AccountRange> virtualAccounts(String currency, String bankCode) {
        return rail().virtualAccounts(currency, bankCode);
    }

    @Override
    default Optional<String> paymentReference(String currency, String bankCode, RandomGenerator random) {
        return rail().paymentReference(currency, bankCode, random);
    }

    @Override
    default Optional<QrPayee> qrPayee(String currency, String scheme) {
        return rail().qrPayee(currency, scheme);
    }

    @Override
    default Optional<Wallet> wallet(String token, String network, UUID depositId) {
        return rail().wallet(token, network, depositId);
    }

    @Override
    default boolean supports(String token, String network) {
        return rail().supports(token, network);
    }

    @Override
    default Optional<URI> wallet(Destination bill) {
        return rail().wallet(bill);
    }
}
