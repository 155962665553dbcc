package dev.sluice.deposit;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.deposit.Command.Expire;
import dev.sluice.deposit.Command.Receive;
import dev.sluice.deposit.Command.Shelve;
import dev.sluice.merchant.Routing;
import dev.sluice.merchant.Routing.Route;
import dev.sluice.rail.Notices;
import dev.sluice.rail.Receipt;
import dev.sluice.rail.Receipts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Brings money that came in to its deposit, and ends deposits whose time is over. Every node may run it: whatever two
/// of them do at once is done once.
public final class DepositWorker {
    /// Whose money it is that nobody can be found for.
    static final UUID HOUSE = new UUID(0, 0);

    private static final int BATCH_MAX = 500;
    /// A rail can tell of money before the deposit that it is for is committed.
    private static final Duration GRACE = Duration.ofMinutes(1);

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

    private final Database database;
    private final Deposits deposits;
    private final Receipts receipts;
    private final Routing routing;
    private final Clocks clocks;

    DepositWorker(Database database, Deposits deposits, Receipts receipts, Routing routing, Clocks clocks) {
        this.database = database;
        this.deposits = deposits;
        this.receipts = receipts;
        this.routing = routing;
        this.clocks = clocks;
    }

    /// Ends what nobody paid in time; true where there may be more.
    public boolean expire() {
        var due = deposits.due(clocks.instant(), BATCH_MAX);
        deposits.work(due.stream().map(Expire::new).toList());
        return due.size() == BATCH_MAX;
    }

    /// Reads what rails told of money that came in; true where there may be more. A receipt is forgotten only after it
    /// was applied: applying it twice changes nothing.
    public boolean read() {
        var now = clocks.instant();
        var read = database.inTx(tx -> receipts.unread(tx, now, BATCH_MAX));
        if (read.isEmpty()) {
            return false;
        }
        var routes = routes(read);
        var early = new ArrayList<Receipt>();
        var ripe = new ArrayList<Receipt>();
        for (var receipt : read) {
            boolean unknown = !routes.containsKey(receipt.destination().text());
            boolean fresh = receipt.seenAt().plus(GRACE).isAfter(now);
            (unknown && fresh ? early : ripe).add(receipt);
        }
        var applied = Notices.apply(
                ripe,
                group -> deposits.work(
                        group.stream().map(receipt -> command(receipt, routes)).toList()),
                receipt -> receipt.key() + " of " + receipt.rail());
        database.run(tx -> {
            receipts.postpone(tx, early, now.plus(LOOK_AGAIN));
            receipts.markRead(tx, applied, now);
        });
        return read.size() == BATCH_MAX && !applied.isEmpty();
    }

    private Map<String, Route> routes(List<Receipt> read) {
        var keys = read.stream()
                .map(receipt -> receipt.destination().text())
                .distinct()
                .toList();
        var routes = new HashMap<String, Route>();
        database.inTx(tx -> routing.find(tx, Routing.Kind.DEPOSIT, keys))
                .forEach(route -> routes.put(route.key(), route));
        return routes;
    }

    private static Command command(Receipt receipt, Map<String, Route> routes) {
        var route = routes.get(receipt.destination().text());
        return route == null
                ? new Shelve(HOUSE, receipt)
                : new Receive(new DepositRef(route.organizationId(), route.targetId()), receipt);
    }
}
