package dev.sluice.deposit;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.deposit.Command.Expire;
import dev.sluice.deposit.Command.Receive;
import dev.sluice.deposit.Command.Recover;
import dev.sluice.deposit.Command.Shelve;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Routing;
import dev.sluice.merchant.Routing.Route;
import dev.sluice.rail.Notices;
import dev.sluice.rail.Receipts;
import dev.sluice.rail.Receipts.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/// Brings money that came in to its deposit, and ends deposits whose time is over. Every node may run it: whatever two
/// of them do at once is done once.
public final class DepositWorker {
    private static final DepositRef FIRST = new DepositRef(Ledger.HOUSE, Ledger.HOUSE);
    private static final int BATCH_MAX = 500;
    /// A rail can tell of money before the deposit that it is for is committed.
    private static final Duration GRACE = Duration.ofMinutes(1);

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

    private final Database database;
    private final Deposits deposits;
    private final Receipts receipts;
    private final Routing routing;
    private final Clocks clocks;
    /// How far this node has come with what is owed. Another one goes its own round.
    private final AtomicReference<DepositRef> recovered = new AtomicReference<>(FIRST);

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
        var early = new ArrayList<Entry>();
        var ripe = new ArrayList<Entry>();
        for (var entry : read) {
            boolean unknown = !routes.containsKey(destination(entry));
            boolean fresh = entry.receipt().seenAt().plus(GRACE).isAfter(now);
            (unknown && fresh ? early : ripe).add(entry);
        }
        var applied = Notices.apply(
                ripe,
                group -> deposits.work(
                        group.stream().map(entry -> command(entry, routes)).toList()),
                entry -> entry.receipt().key() + " of " + entry.receipt().rail());
        // What cannot be applied now is looked at later too, so that it holds nobody up.
        var done = Set.copyOf(applied);
        var later = Stream.concat(early.stream(), ripe.stream().filter(entry -> !done.contains(entry)))
                .toList();
        database.run(tx -> {
            receipts.postpone(tx, later, now.plus(LOOK_AGAIN));
            receipts.markRead(tx, applied, now);
        });
        return read.size() == BATCH_MAX && !applied.isEmpty();
    }

    /// Takes what merchants owe, deposit by deposit, as far as they have money by now; true where there may be more.
    public boolean recover() {
        var after = recovered.get();
        var owing = deposits.owing(after, BATCH_MAX);
        deposits.work(owing.stream().map(Recover::new).toList());
        boolean more = owing.size() == BATCH_MAX;
        recovered.set(more ? owing.getLast() : FIRST);
        return more;
    }

    private Map<String, Route> routes(List<Entry> read) {
        var keys = read.stream().map(DepositWorker::destination).distinct().toList();
        var routes = new HashMap<String, Route>();
        database.inTx(tx -> routing.find(tx, Routing.Kind.DEPOSIT, keys))
                .forEach(route -> routes.put(route.key(), route));
        return routes;
    }

    private static String destination(Entry entry) {
        return entry.receipt().destination().text();
    }

    private static Command command(Entry entry, Map<String, Route> routes) {
        var route = routes.get(destination(entry));
        return route == null
                ? new Shelve(Ledger.HOUSE, entry)
                : new Receive(new DepositRef(route.organizationId(), route.targetId()), entry);
    }
}
