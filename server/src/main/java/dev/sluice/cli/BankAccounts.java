package dev.sluice.cli;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.iso20022.decision.BankDecisions;
import dev.sluice.rail.iso20022.inbound.BankFetcher;
import dev.sluice.rail.iso20022.inbound.BankInbox;
import dev.sluice.rail.iso20022.payout.OutgoingFiles;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.vault.Vault;
import java.util.List;
import java.util.stream.Collectors;

/// Bank accounts of the configured profiles, with the database open for one command.
public interface BankAccounts extends AutoCloseable {
    List<BankProfile> profiles();

    BankInbox inbox();

    /// Returns the decisions of people about the accounts.
    BankDecisions decisions();

    OutgoingFiles outgoing();

    /// Returns a way to fetch the files of an account.
    BankFetcher fetcher(BankProfile profile);

    Clocks clocks();

    Database database();

    Vault vault();

    @Override
    void close();

    /// Returns the profile of an account.
    ///
    /// @throws IllegalArgumentException with the known ones if there is none
    default BankProfile profile(String id) {
        return profiles().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown account " + PlainText.of(id)
                        + "; SLUICE_BANKS has "
                        + (profiles().isEmpty()
                                ? "none"
                                : profiles().stream().map(BankProfile::id).collect(Collectors.joining(", ")))));
    }
}
