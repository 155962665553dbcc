package dev.sluice.ledger;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// The way into the books: lock the accounts of a batch, decide, flush.
public final class Ledger {
    private static final Comparator<AccountKey> LOCK_ORDER = Comparator.comparing(AccountKey::organizationId)
            .thenComparing(key -> key.asset().code())
            .thenComparing(key -> key.account().role());

    private final Clocks clocks;

    public Ledger(Clocks clocks) {
        this.clocks = clocks;
    }

    /// Locks accounts until the transaction ends, in one global order so that two batches never deadlock, and opens
    /// those that are new.
    public Books open(Tx tx, Collection<AccountKey> accounts) {
        var keys = new ArrayList<>(new HashSet<>(accounts));
        keys.sort(LOCK_ORDER);
        var locked = LedgerStore.lock(tx, keys);
        if (locked.size() < keys.size()) {
            LedgerStore.insertAccounts(tx, missing(keys, locked));
            locked = LedgerStore.lock(tx, keys);
        }
        if (locked.size() != keys.size()) {
            throw new IllegalStateException("locked " + locked.size() + " of " + keys.size() + " accounts");
        }
        return new Books(tx, locked, clocks);
    }

    private static List<AccountKey> missing(List<AccountKey> keys, Map<AccountKey, Books.Balance> locked) {
        return keys.stream().filter(key -> !locked.containsKey(key)).toList();
    }
}
