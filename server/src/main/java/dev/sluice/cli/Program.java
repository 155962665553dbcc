package dev.sluice.cli;

import dev.sluice.rail.iso20022.profile.BankProfile;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Interface of the commands to the program. Each call opens its own resources; a command starts nothing that it does
/// not need.
public interface Program {
    /// Runs the service until it is stopped, and returns the exit code.
    int serve() throws Exception;

    /// Brings the configured database up to date, for nodes that may not do it themselves, and gives the exit
    /// code.
    int migrate() throws Exception;

    /// Proves the books of the configured database, prints the counts, and returns the exit code.
    int verifyLedger() throws Exception;

    /// Proves the chains of the audit log; returns the exit code.
    ///
    /// @param pinned output of an earlier proof
    int verifyAudit(@Nullable Path pinned) throws Exception;

    /// Opens the configured database for an operator's command.
    AdminSession adminSession() throws Exception;

    /// Opens the configured database for a command about bank accounts.
    BankAccounts bankAccounts() throws Exception;

    /// Plays the simulated bank behind a profile until it is stopped. Without an account, it only makes the keys and
    /// prints the transport for a profile.
    ///
    /// @param folder keys, books and files of the bank
    /// @param account id of the profile; null: only the keys are made
    /// @param isTestPlatform plays the test platform of the profile's rehearsal
    void simulateBank(Path folder, @Nullable String account, boolean isTestPlatform) throws Exception;

    /// Returns the profiles of the configured bank accounts, without the database.
    List<BankProfile> bankProfiles() throws Exception;

    /// Returns the directory of `demo.env`.
    Path dataDir() throws Exception;

    /// Returns the real time, for the check of signatures.
    InstantSource clock();

    SecureRandom random();

    /// The environment variables.
    Map<String, String> environment();
}
