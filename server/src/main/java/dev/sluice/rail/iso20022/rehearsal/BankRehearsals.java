package dev.sluice.rail.iso20022.rehearsal;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.vault.Vault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Rehearsals of profiles, and the records that `live` requires.
public final class BankRehearsals {
    private final Dependencies dependencies;

    public BankRehearsals(Dependencies dependencies) {
        this.dependencies = dependencies;
    }

    /// Dependencies of all rehearsals.
    public record Dependencies(Database database, Clocks clocks, Vault vault) {}

    /// Opens the way to a test platform.
    @FunctionalInterface
    public interface Opener {
        BankTransport open(BankProfile.Transport transport) throws IOException;
    }

    /// Continues the open rehearsal of a profile, or begins one. A passed one is not repeated.
    ///
    /// @param person name in the record
    /// @param restart begins a new one in any case
    /// @throws IllegalArgumentException if the profile has no test platform, or another run plays it now
    public RehearsalSession play(BankProfile profile, String person, boolean restart, Opener transports) {
        return RehearsalSession.open(dependencies, profile, person, restart, transports);
    }

    /// Returns one line for each profile that `live` does not accept: the profile, the fault, and the command to run.
    public List<String> missing(List<BankProfile> profiles) {
        var lines = new ArrayList<String>();
        var store = new RehearsalStore(dependencies.vault());
        for (var profile : profiles) {
            dependencies
                    .database()
                    .read(handle -> missing(handle, store, profile))
                    .ifPresent(lines::add);
        }
        return lines;
    }

    private static Optional<String> missing(Handle handle, RehearsalStore store, BankProfile profile) {
        try {
            if (store.passed(handle, profile.id(), profile.hash()).isPresent()) {
                return Optional.empty();
            }
            var fault = profile.rehearsal() == null
                    ? "it has no test platform: add rehearsal to the profile, and then run "
                    : store.newest(handle, profile.id())
                                    .map(each -> fault(each, profile))
                                    .orElse("it was never rehearsed with the bank's test platform")
                            + "; run ";
            return Optional.of(
                    "bank profile " + profile.id() + ": " + fault + "./sluice bank rehearse --account " + profile.id());
        } catch (AlteredRehearsal altered) {
            return Optional.of("bank profile " + profile.id() + ": " + altered.getMessage());
        }
    }

    private static String fault(Rehearsal newest, BankProfile profile) {
        if (!newest.profileHash().equals(profile.hash())) {
            return "it has changed since its last rehearsal of " + newest.startedAt() + ", and needs another one";
        }
        var state = newest.state();
        return switch (state) {
            case OPEN -> "answers of its rehearsal of " + newest.startedAt() + " are missing";
            case FAILED -> "its rehearsal of " + newest.startedAt() + " failed";
            case ABANDONED, PASSED -> "its rehearsal of " + newest.startedAt() + " was " + state.text();
        };
    }
}
