package dev.sluice.ledger;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Entry point of the ledger: lock the accounts of a batch, decide, flush.
public final class Ledger {
    /// Organization id of the platform's own accounts.
    public static final UUID PLATFORM = new UUID(0, 0);

    private static final Comparator<AccountKey> LOCK_ORDER = Comparator.comparing(AccountKey::organizationId)
            .thenComparing(key -> key.asset().code())
            .thenComparing(key -> key.account().role());

    private final Clocks clocks;

    public Ledger(Clocks clocks) {
        this.clocks = clocks;
    }

    /// Locks accounts until the transaction ends, in one global order so that batches never deadlock. A missing
    /// account is created once a transfer touches it.
    public LockedAccounts open(Tx tx, Collection<AccountKey> accounts) {
        return opening(tx, accounts).get();
    }

    /// Queues the locks together with other statements; the accounts are locked when the supplier is read.
    public Supplier<LockedAccounts> opening(Tx tx, Collection<AccountKey> accounts) {
        var keys = new ArrayList<>(new HashSet<>(accounts));
        keys.sort(LOCK_ORDER);
        var locked = LedgerStore.lock(tx, keys);
        return () -> books(tx, keys, locked.get());
    }

    /// Locks all accounts that an organization can pay from until the transaction ends, in the global order. It
    /// waits for payments under way, and later payments wait for it.
    public void lock(Tx tx, UUID organizationId) {
        LedgerStore.lockAvailable(tx, organizationId);
    }

    private LockedAccounts books(Tx tx, List<AccountKey> keys, List<LedgerStore.Locked> locked) {
        var known = locked.stream().collect(Collectors.toMap(LedgerStore.Locked::key, LedgerStore.Locked::balance));
        var missing = keys.stream().filter(key -> !known.containsKey(key)).toList();
        return new LockedAccounts(tx, known, missing, clocks);
    }
}
