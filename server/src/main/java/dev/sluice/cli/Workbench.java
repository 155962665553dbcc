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

/// The configured database, open for one operator's command.
public interface Workbench extends AutoCloseable {
    Database database();

    Vault vault();

    Clocks clocks();

    SecureRandom random();

    /// Whether this deployment is a sandbox.
    boolean isSandbox();

    /// The public address of the service, where one is configured.
    Optional<URI> baseUrl();

    /// Returns true if a mail server is configured.
    boolean sendsMail();

    /// Rules for changes to who controls an organization.
    OwnershipRules ownershipRules();

    /// Where rates of exchange come from.
    RateSettings rates();

    /// Puts money that nobody paid into an organization's balance.
    Deposit deposit();

    @Override
    void close();

    /// The booking of a sandbox's deposit.
    @FunctionalInterface
    interface Deposit {
        /// @param currency a currency (`IDR`) or a token on its network (`usdc-polygon`)
        /// @throws IllegalArgumentException where there is no such asset, or the amount has too many decimals
        void deposit(UUID organizationId, BigDecimal amount, String currency);
    }
}
