package dev.sluice.cli;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.ownership.OwnershipRules;
import dev.sluice.rate.RateSettings;
import dev.sluice.vault.Vault;
import java.math.BigDecimal;
import java.net.URI;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.UUID;

/// Configured database, open for one operator's command.
public interface AdminSession extends AutoCloseable {
    Database database();

    Vault vault();

    Clocks clocks();

    SecureRandom random();

    /// Reports whether this deployment is a sandbox.
    boolean isSandbox();

    /// Returns the public address of the service, if one is configured.
    Optional<URI> baseUrl();

    /// Returns true if a mail server is configured.
    boolean sendsMail();

    /// Returns the rules for changes of owners.
    OwnershipRules ownershipRules();

    /// Returns the sources of exchange rates.
    RateSettings rates();

    /// Returns the function that credits an organization's balance without a payment.
    Deposit deposit();

    @Override
    void close();

    /// The booking of a sandbox's deposit.
    @FunctionalInterface
    interface Deposit {
        /// @param currency a currency (`IDR`) or a token on its network (`usdc-polygon`)
        /// @throws IllegalArgumentException if there is no such asset, or the amount has too many decimals
        void deposit(UUID organizationId, BigDecimal amount, String currency);
    }
}
