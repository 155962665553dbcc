package dev.sluice.rail.iso20022.inbound;

import dev.sluice.db.Tx;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Use of bank accounts, whether or not their profiles are configured.
public final class AccountUse {
    private AccountUse() {}

    /// Locks an account until the transaction ends: no file of it is applied meanwhile.
    public static void lock(Tx tx, BankProfile profile, Instant now) {
        InboundFileStore.lockAccount(tx, profile.id(), now);
    }

    /// Returns the time of the first file from or for the bank.
    public static Optional<Instant> first(Handle handle, String account) {
        return AccountUseStore.first(handle, account);
    }

    /// Returns the ids of the accounts with statements.
    public static List<String> stated(Handle handle) {
        return AccountUseStore.stated(handle);
    }
}
