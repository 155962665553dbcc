package dev.sluice.ledger;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import java.util.List;
import java.util.UUID;

/// Books money into an organization's balance for operators: the demo's opening balances and a sandbox's deposits.
public final class Funding {
    private final Ledger ledger;
    private final Clocks clocks;

    public Funding(Ledger ledger, Clocks clocks) {
        this.ledger = ledger;
        this.clocks = clocks;
    }

    /// Books amounts and returns the ids of the bookings.
    public List<UUID> deposit(Tx tx, UUID organizationId, List<Money> amounts) {
        var accounts = ledger.open(
                tx,
                amounts.stream()
                        .flatMap(amount -> List.of(
                                new AccountKey(organizationId, amount.asset(), Account.FUNDING),
                                new AccountKey(organizationId, amount.asset(), Account.AVAILABLE))
                                .stream())
                        .toList());
        var ids = amounts.stream()
                .map(amount -> {
                    var id = clocks.newId();
                    accounts.transfer(new Transfer(
                            organizationId,
                            id,
                            1,
                            Account.FUNDING,
                            Account.AVAILABLE,
                            amount,
                            TransferKind.FUNDING,
                            clocks.instant()));
                    return id;
                })
                .toList();
        accounts.flush();
        return ids;
    }
}
