package dev.sluice.cli;

import dev.sluice.db.Database;
import dev.sluice.rail.iso20022.inbound.BankInbox;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.vault.Vault;
import java.util.List;
import java.util.stream.Collectors;

/// Bank accounts of the configured profiles, with the database open for one command.
public interface BankAccounts extends AutoCloseable {
    List<BankProfile> profiles();

    BankInbox inbox();

    Database database();

    Vault vault();

    @Override
    void close();

    /// Returns the profile of an account.
    ///
    /// @throws IllegalArgumentException with the known ones if there is none
    default BankProfile profile(String id) {
        return profile(profiles(), id);
    }

    /// Returns the profile of an account among others.
    ///
    /// @throws IllegalArgumentException with the known ones if there is none
    static BankProfile profile(List<BankProfile> profiles, String id) {
        return profiles.stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown account " + PlainText.of(id)
                        + "; SLUICE_BANKS has "
                        + (profiles.isEmpty()
                                ? "none"
                                : profiles.stream().map(BankProfile::id).collect(Collectors.joining(", ")))));
    }
}
