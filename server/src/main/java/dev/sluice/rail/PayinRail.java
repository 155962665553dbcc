package dev.sluice.rail;

import dev.sluice.qr.QrPayee;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;

/// One way of taking money in. What a payer needs is known beforehand, so nothing is asked while a payer waits; what
/// came in is told by the rail itself, as [Receipt].
public interface PayinRail {
    /// An id for questions that are about no deposit in particular.
    UUID ANY_DEPOSIT = new UUID(0, 0);

    /// The rail's name, in lower case: it names its clearing account in the ledger.
    String name();

    /// The account at a bank that virtual accounts and transfers in a currency go to, where the rail has one.
    default Optional<CollectionAccount> account(String currency, String bankCode) {
        return Optional.empty();
    }

    /// The payee of a QR scheme's codes, where the rail takes part in the scheme.
    default Optional<QrPayee> qrPayee(String currency, String scheme) {
        return Optional.empty();
    }

    /// The wallet that a deposit of a token on a network is paid to, where the rail takes it: the same whenever it
    /// is asked for, and another one, or one with another memo, for every deposit.
    default Optional<Wallet> wallet(String token, String network, UUID depositId) {
        return Optional.empty();
    }

    /// Reports whether the rail is configured to take a token on a network, even while it cannot take any.
    default boolean takes(String token, String network) {
        return wallet(token, network, ANY_DEPOSIT).isPresent();
    }

    /// Where a payer confirms an e-wallet's bill, where the rail serves the wallet.
    default Optional<URI> wallet(Destination bill) {
        return Optional.empty();
    }
}
