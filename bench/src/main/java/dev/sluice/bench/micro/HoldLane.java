package dev.sluice.bench.micro;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Lanes;
import dev.sluice.db.Tx;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.LockedAccounts;
import dev.sluice.ledger.Transfer;
import dev.sluice.ledger.TransferKind;
import dev.sluice.money.Money;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/// A lane of the service that only moves money: it locks accounts, decides each command's transfer, and writes
/// balances and journal, in one transaction for the whole batch.
final class HoldLane implements AutoCloseable {
    private final Database database;
    private final Clocks clocks;
    private final Ledger ledger;
    private final Lanes<Hold, UUID> lanes;

    HoldLane(Database database, Clocks clocks) {
        this.database = database;
        this.clocks = clocks;
        this.ledger = new Ledger(clocks);
        this.lanes = new Lanes<>("hold", Hold::organizationId, _ -> 1, this::commit);
    }

    /// An amount to hold.
    record Hold(UUID organizationId, Money amount) {
        Stream<AccountKey> accounts() {
            return Stream.of(Account.AVAILABLE, Account.HELD)
                    .map(account -> new AccountKey(organizationId, amount.asset(), account));
        }
    }

    /// Holds an amount for a new payment, and returns the payment's id after the commit.
    UUID hold(Hold hold) {
        return lanes.submit(hold);
    }

    @Override
    public void close() {
        lanes.close();
    }

    private List<UUID> commit(List<Hold> holds) {
        return database.inTx(tx -> commit(tx, holds));
    }

    private List<UUID> commit(Tx tx, List<Hold> holds) {
        var accounts = ledger.open(tx, holds.stream().flatMap(Hold::accounts).toList());
        var ids = holds.stream().map(hold -> decide(accounts, hold)).toList();
        accounts.flush();
        return ids;
    }

    private UUID decide(LockedAccounts accounts, Hold hold) {
        var id = clocks.newId();
        accounts.transfer(new Transfer(
                hold.organizationId(),
                id,
                1,
                Account.AVAILABLE,
                Account.HELD,
                hold.amount(),
                TransferKind.HOLD,
                Clocks.timeOf(id)));
        return id;
    }
}
