package dev.sluice.ledger;

import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import dev.sluice.refusal.Refusal;
import java.math.BigInteger;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The locked accounts of a transaction and the transfers decided on them so far. Decisions are made in memory, one
/// after the other. [#flush] writes them in two statements, however many there are. [#rollBackTo] rolls back a refused
/// member of a batch without affecting the others. An account that does not exist yet has a balance of zero. The flush
/// inserts it with its first transfer, so that a refusal creates no account.
public final class LockedAccounts {
    private final Tx tx;
    private final InstantSource clock;
    private final Map<AccountKey, Balance> balances = new LinkedHashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final Map<AccountKey, Balance> before;
    private final Set<AccountKey> missing;

    /// @param missing accounts that do not exist yet, in the global lock order
    LockedAccounts(Tx tx, Map<AccountKey, Balance> locked, Collection<AccountKey> missing, InstantSource clock) {
        this.tx = tx;
        this.clock = clock;
        this.missing = new LinkedHashSet<>(missing);
        this.balances.putAll(locked);
        missing.forEach(key -> balances.put(key, Balance.ZERO));
        this.before = new HashMap<>(balances);
    }

    /// Returns a balance after the transfers decided so far.
    public Money balance(AccountKey key) {
        return new Money(locked(key).units(), key.asset());
    }

    /// Decides one transfer.
    ///
    /// @throws dev.sluice.refusal.Refused `INSUFFICIENT_BALANCE` if it would overdraw a merchant's account
    public void transfer(Transfer transfer) {
        var debit = locked(transfer.debitKey());
        var units = transfer.amount().units();
        var left = debit.units().subtract(units);
        if (transfer.debit().isMerchants() && left.signum() < 0) {
            throw Refusal.INSUFFICIENT_BALANCE.refused();
        }
        var credit = locked(transfer.creditKey());
        var debited = debit.to(left, transfer.debit().equals(Account.AVAILABLE));
        var credited = credit.to(credit.units().add(units), transfer.credit().equals(Account.AVAILABLE));
        balances.put(transfer.debitKey(), debited);
        balances.put(transfer.creditKey(), credited);
        var available = transfer.debit().equals(Account.AVAILABLE)
                ? debited
                : transfer.credit().equals(Account.AVAILABLE) ? credited : null;
        entries.add(new Entry(transfer, debit, credit, available));
    }

    /// Returns a savepoint for [#rollBackTo].
    public int mark() {
        return entries.size();
    }

    /// Rolls back every transfer decided since a savepoint.
    public void rollBackTo(int mark) {
        while (entries.size() > mark) {
            var last = entries.removeLast();
            balances.put(last.transfer().debitKey(), last.debitBefore());
            balances.put(last.transfer().creditKey(), last.creditBefore());
        }
    }

    /// Writes the decided transfers. If another transaction has inserted the same account, this transaction is
    /// retried.
    public void flush() {
        openTouched();
        var changed = new ArrayList<Map.Entry<AccountKey, Balance>>();
        balances.forEach((key, balance) -> {
            if (!balance.equals(before.get(key))) {
                changed.add(Map.entry(key, balance));
            }
        });
        LedgerStore.updateBalances(tx, changed);
        LedgerStore.insertTransfers(tx, entries, clock.instant());
        balances.forEach(before::put);
        entries.clear();
    }

    private void openTouched() {
        var touched = entries.stream()
                .map(Entry::transfer)
                .flatMap(transfer -> Stream.of(transfer.debitKey(), transfer.creditKey()))
                .collect(Collectors.toSet());
        var opened = missing.stream().filter(touched::contains).toList();
        LedgerStore.insertAccounts(tx, opened);
        opened.forEach(missing::remove);
    }

    private Balance locked(AccountKey key) {
        var balance = balances.get(key);
        if (balance == null) {
            throw new IllegalStateException("not locked: " + key);
        }
        return balance;
    }

    /// An account's balance and the number of transfers that touched it (counted for `available` only).
    record Balance(BigInteger units, long position) {
        static final Balance ZERO = new Balance(BigInteger.ZERO, 0);

        Balance to(BigInteger newUnits, boolean counted) {
            return new Balance(newUnits, counted ? position + 1 : position);
        }
    }

    /// A decided transfer with both balances before it and, if it touches `available`, that balance after it.
    record Entry(
            Transfer transfer,
            Balance debitBefore,
            Balance creditBefore,
            @Nullable Balance available) {}
}
