package dev.sluice.resilience.stage;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.List;

/// Balance for hours of requests, so that none is refused for lack of it.
public final class Funds {
    private static final List<Money> MONEY = List.of(
            Money.exactly(new BigDecimal("900000000000000"), Asset.fiat(Orders.CURRENCY, 2)),
            Money.exactly(new BigDecimal("900000000"), Asset.crypto(Orders.TOKEN, 6)));

    private Funds() {}

    /// Credits the only merchant with a webhook endpoint.
    public static void give(Database database) {
        var clocks = new Clocks(InstantSource.system());
        var merchant = new RailStore(database).merchant();
        database.run(tx -> new Funding(new Ledger(clocks), clocks).deposit(tx, merchant, MONEY));
    }
}
