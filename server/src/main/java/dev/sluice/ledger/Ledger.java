package dev.sluice.ledger;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The way into the books: lock the accounts of a batch, decide, flush.
public final class Ledger {
    /// Whose books those are that are no merchant's.
    public static final UUID HOUSE = new UUID(0, 0);

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
        return opening(tx, accounts).get();
    }

    /// The same together with other statements: the accounts are locked when the books are looked at.
    public Supplier<Books> opening(Tx tx, Collection<AccountKey> accounts) {
        var keys = new ArrayList<>(new HashSet<>(accounts));
        keys.sort(LOCK_ORDER);
        var locked = LedgerStore.lock(tx, keys);
        return () -> new Books(tx, balances(tx, keys, locked.get()), clocks);
    }

    /// Locks whatever an organization can pay from until the transaction ends, in the same order: what is being paid is
    /// waited for, and what would be paid waits.
    public void lock(Tx tx, UUID organizationId) {
        LedgerStore.lockAvailable(tx, organizationId);
    }

    private static Map<AccountKey, Books.Balance> balances(
            Tx tx, List<AccountKey> keys, List<LedgerStore.Locked> locked) {
        var known = byKey(locked);
        if (known.size() < keys.size()) {
            LedgerStore.insertAccounts(tx, missing(keys, known));
            known = byKey(LedgerStore.lock(tx, keys).get());
        }
        if (known.size() != keys.size()) {
            throw new IllegalStateException("locked " + known.size() + " of " + keys.size() + " accounts");
        }
        return known;
    }

    private static Map<AccountKey, Books.Balance> byKey(List<LedgerStore.Locked> locked) {
        return locked.stream().collect(Collectors.toMap(LedgerStore.Locked::key, LedgerStore.Locked::balance));
    }

    private static List<AccountKey> missing(List<AccountKey> keys, Map<AccountKey, Books.Balance> locked) {
        return keys.stream().filter(key -> !locked.containsKey(key)).toList();
    }
}
