package dev.sluice.deposit;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.deposit.DepositPaymentStore.Reason;
import dev.sluice.deposit.lane.Command;
import dev.sluice.deposit.lane.Command.Expire;
import dev.sluice.deposit.lane.Command.HoldInSuspense;
import dev.sluice.deposit.lane.Command.Receive;
import dev.sluice.deposit.lane.Command.Recover;
import dev.sluice.deposit.review.ScreenedPayers;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.merchant.TenantDirectory.Route;
import dev.sluice.rail.InboxReader;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.IncomingPayments.Entry;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.screening.Check.Consequence;
import dev.sluice.screening.ScreeningWorker.CheckResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Matches received money to its deposit, and expires deposits. Every node may run it: an action that two of them take
/// at the same time is done once.
public final class DepositWorker {
    private static final Logger LOG = LoggerFactory.getLogger(DepositWorker.class);
    private static final DepositRef FIRST = new DepositRef(Ledger.PLATFORM, Ledger.PLATFORM);
    private static final String RECEIPT = "receipt";
    private static final int BATCH_MAX = 500;
    /// Minimum age of a receipt without a deposit: a rail can report money before its deposit is committed.
    private static final Duration GRACE = Duration.ofMinutes(1);

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

    private final Database database;
    private final Deposits deposits;
    private final IncomingPayments payments;
    private final ScreenedPayers payers;
    private final TenantDirectory directory;
    private final Clocks clocks;
    private final TamperAlarm alarm;
    /// Position of this node in the deposits with owed amounts. Another node goes its own round.
    private final AtomicReference<DepositRef> recovered = new AtomicReference<>(FIRST);
    /// Number of deposits that did not end although their time was over, at the last check of this node.
    private final AtomicInteger held = new AtomicInteger();

    DepositWorker(
            Database database,
            Deposits deposits,
            IncomingPayments payments,
            ScreenedPayers payers,
            TenantDirectory directory,
            Clocks clocks,
            TamperAlarm alarm) {
        this.database = database;
        this.deposits = deposits;
        this.payments = payments;
        this.payers = payers;
        this.directory = directory;
        this.clocks = clocks;
        this.alarm = alarm;
        alarm.expect(RECEIPT);
    }

    /// Expires unpaid deposits; returns true if there may be more. Deposits with money that waits, for a rate or
    /// for a check of its payer, stay due and do not block others.
    public boolean expire() {
        int limit = BATCH_MAX + held.get();
        var due = deposits.due(limit);
        var later = deposits.workAndRecover(due.stream().map(Expire::new).toList());
        held.set(later.size());
        return due.size() == limit && later.size() < limit;
    }

    /// Applies the rails' reports of incoming money; returns true if there may be more. A receipt is deleted only
    /// after it was applied: applying it twice changes nothing.
    public boolean read() {
        var now = clocks.instant();
        var read = database.inTx(tx -> payments.unread(tx, now, BATCH_MAX).reported(tx, alarm, RECEIPT));
        if (read.isEmpty()) {
            return false;
        }
        var routes = routes(read);
        var early = new ArrayList<Entry>();
        var known = new ArrayList<Entry>();
        for (var entry : read) {
            boolean unknown = !routes.containsKey(destination(entry));
            boolean fresh = entry.payment().seenAt().plus(GRACE).isAfter(now);
            (unknown && fresh ? early : known).add(entry);
        }
        var consequences = database.inTx(tx -> payers.screen(tx, known, entry -> owner(entry, routes), now));
        var ripe = known.stream()
                .filter(entry -> consequences.get(entry) != Consequence.WAIT)
                .toList();
        var rateless = new HashSet<Entry>();
        var heard = InboxReader.apply(
                ripe,
                group -> rateless.addAll(postponed(deposits.workAndRecover(group.stream()
                        .map(entry -> command(entry, routes, consequences))
                        .toList()))),
                entry -> entry.payment().key() + " of " + entry.payment().rail());
        if (!rateless.isEmpty()) {
            LOG.debug("{} payments wait for a rate", rateless.size());
        }
        var applied = heard.stream().filter(entry -> !rateless.contains(entry)).toList();
        // A receipt that cannot be applied now is retried later, so that it does not block others.
        var done = Set.copyOf(applied);
        var later = Stream.concat(early.stream(), ripe.stream().filter(entry -> !done.contains(entry)))
                .toList();
        database.run(tx -> {
            payments.postpone(tx, later, now.plus(LOOK_AGAIN));
            payments.markRead(tx, applied, now);
        });
        // Held receipts are not read again at once: there may be others behind them.
        return read.size() == BATCH_MAX && (!applied.isEmpty() || ripe.size() < known.size());
    }

    /// Applies money after the checks of its payers were answered. A repeated call changes nothing.
    public void screened(List<CheckResult> results) {
        var checks = results.stream().map(each -> each.ref().subjectId()).toList();
        database.run(tx -> payments.wake(tx, checks, clocks.instant()));
    }

    /// Collects owed amounts, deposit by deposit, as far as the merchants have money by now; returns true if there
    /// may be more.
    public boolean recover() {
        var after = recovered.get();
        var owing = deposits.owing(after, BATCH_MAX);
        deposits.work(owing.stream().map(Recover::new).toList());
        boolean more = owing.size() == BATCH_MAX;
        recovered.set(more ? owing.getLast() : FIRST);
        return more;
    }

    private static List<Entry> postponed(List<Command> commands) {
        return commands.stream()
                .map(each -> switch (each) {
                    case Receive receive -> receive.entry();
                    case HoldInSuspense shelve -> shelve.entry();
                    default -> throw new IllegalStateException("not a notice: " + each);
                })
                .toList();
    }

    private Map<String, Route> routes(List<Entry> read) {
        var keys = read.stream().map(DepositWorker::destination).distinct().toList();
        var routes = new HashMap<String, Route>();
        database.inTx(tx -> directory.find(tx, TenantDirectory.Kind.DEPOSIT, keys))
                .forEach(route -> routes.put(route.key(), route));
        return routes;
    }

    private static String destination(Entry entry) {
        return entry.payment().destination().text();
    }

    private static UUID owner(Entry entry, Map<String, Route> routes) {
        var route = routes.get(destination(entry));
        return route == null ? Ledger.PLATFORM : route.organizationId();
    }

    private static Command command(Entry entry, Map<String, Route> routes, Map<Entry, Consequence> consequences) {
        var route = routes.get(destination(entry));
        boolean isRejected = consequences.get(entry) == Consequence.REJECT;
        return route == null
                ? new HoldInSuspense(Ledger.PLATFORM, entry, isRejected ? Reason.SCREENING : Reason.UNKNOWN_DESTINATION)
                : new Receive(new DepositRef(route.organizationId(), route.targetId()), entry, isRejected);
    }
}
