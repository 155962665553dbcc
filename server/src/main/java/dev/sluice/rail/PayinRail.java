package dev.sluice.rail;

import dev.sluice.qr.QrPayee;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Rail for incoming money. Payment instructions are known beforehand, so no rail is called while a payer waits. The
/// rail itself reports incoming payments, as [IncomingPayment].
public interface PayinRail {
    /// Id for questions about no particular deposit.
    UUID ANY_DEPOSIT = new UUID(0, 0);

    /// Name of the rail, in lower case: it names its clearing account in the ledger.
    String name();

    /// Returns the bank account for virtual accounts and transfers in a currency, if the rail has one.
    default Optional<CollectionAccount> account(String currency, String bankCode) {
        return Optional.empty();
    }

    /// Returns the numbers out of which each deposit gets its own, if the rail has them from its bank.
    default Optional<AccountRange> virtualAccounts(String currency, String bankCode) {
        return Optional.empty();
    }

    /// Returns a new reference for a transfer to the account; empty if any code serves.
    default Optional<String> paymentReference(String currency, String bankCode, RandomGenerator random) {
        return Optional.empty();
    }

    /// Returns the merchant of a QR scheme's codes, if the rail takes part in the scheme.
    default Optional<QrPayee> qrPayee(String currency, String scheme) {
        return Optional.empty();
    }

    /// Returns the wallet for a deposit of a token on a network, if the rail accepts it. Each call returns the
    /// same wallet for a deposit; each deposit has its own wallet or memo.
    default Optional<Wallet> wallet(String token, String network, UUID depositId) {
        return Optional.empty();
    }

    /// Reports whether the rail is configured to take a token on a network, even while it cannot take any.
    default boolean supports(String token, String network) {
        return wallet(token, network, ANY_DEPOSIT).isPresent();
    }

    /// Returns the address of the page on which a payer confirms an e-wallet's bill, if the rail serves the
    /// wallet.
    default Optional<URI> wallet(Destination bill) {
        return Optional.empty();
    }
}
