package dev.sluice.bench.seed;

import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.Transfer;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Running balances of a fill. Every transfer is booked here first, and the results are written with its rows.
final class Journal {
    private final Map<AccountKey, Balance> balances;
    private final Map<AccountKey, Balance> before = new LinkedHashMap<>();

    Journal(Map<AccountKey, Balance> balances) {
        this.balances = new HashMap<>(balances);
    }

    /// An account's balance and its number of transfers (counted for `available` only).
    record Balance(BigInteger units, long position) {
        private Balance plus(BigInteger moved, boolean counted) {
            return new Balance(units.add(moved), counted ? position + 1 : position);
        }
    }

    /// Change of an account since the last [#takeChanges].
    record Change(AccountKey key, Balance before, Balance after) {}

    /// Returns the available balance.
    Money available(UUID organizationId, Asset asset) {
        return new Money(
                balance(new AccountKey(organizationId, asset, Account.AVAILABLE))
                        .units(),
                asset);
    }

    /// Books a transfer, and returns its line in the statement if it affects the available balance.
    @Nullable
    Balance book(Transfer transfer) {
        var asset = transfer.amount().asset();
        var units = transfer.amount().units();
        var debited = move(new AccountKey(transfer.organizationId(), asset, transfer.debit()), units.negate());
        var credited = move(new AccountKey(transfer.organizationId(), asset, transfer.credit()), units);
        if (transfer.debit().equals(Account.AVAILABLE)) {
            if (debited.units().signum() < 0) {
                throw new IllegalStateException("the opening balance was too small: " + transfer);
            }
            return debited;
        }
        return transfer.credit().equals(Account.AVAILABLE) ? credited : null;
    }

    /// Returns the accounts that have changed since the last call.
    List<Change> takeChanges() {
        var changes = new ArrayList<Change>(before.size());
        before.forEach((key, old) -> changes.add(new Change(key, old, balance(key))));
        before.clear();
        return changes;
    }

    private Balance move(AccountKey key, BigInteger units) {
        var old = balance(key);
        before.putIfAbsent(key, old);
        var moved = old.plus(units, key.account().equals(Account.AVAILABLE));
        balances.put(key, moved);
        return moved;
    }

    private Balance balance(AccountKey key) {
        var balance = balances.get(key);
        if (balance == null) {
            throw new IllegalStateException("no such account: " + key);
        }
        return balance;
    }
}
