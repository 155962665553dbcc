package dev.sluice.rail.evm.deposit;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.evm.EvmNetwork;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.deposit.CreditStore.Missing;
import dev.sluice.rail.evm.deposit.EvmCursorStore.Cursor;
import dev.sluice.rail.evm.deposit.EvmCursorStore.ScannedBlock;
import dev.sluice.rail.evm.deposit.Scan.ScanResult;
import dev.sluice.rail.evm.rpc.Chain;
import dev.sluice.rail.evm.rpc.Chain.Receipt;
import dev.sluice.rail.evm.rpc.RpcError;
import dev.sluice.rail.evm.rpc.RpcUnavailable;
import dev.sluice.rail.evm.sweep.SweepStore;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches networks for deposits, from a cursor in the database up to the newest final block. Findings and cursor are
/// written in one transaction, so that nothing is missed; a payment reported twice is stored once. Every node may run
/// it; one at a time does.
public final class EvmWatcher {
    private static final Logger LOG = LoggerFactory.getLogger(EvmWatcher.class);
    /// Lease of a watch: another node may take the watch over after it.
    private static final Duration LEASE = Duration.ofMinutes(2);

    /// Maximum number of seen blocks that are compared after a reorg.
    private static final int SEEN_MAX = 10_000;

    private static final long BLOCKS_REMEMBERED = 100_000;
    private static final Duration WARNING_INTERVAL = Duration.ofMinutes(10);

    private final Database database;
    private final Clocks clocks;
    private final IncomingPayments payments;
    private final List<Scan> scans;
    private final Map<String, WatchProgress> progress;
    private final BalanceCheck balances;
    private final Runnable begun;
    private final Set<String> away = ConcurrentHashMap.newKeySet();
    private final Map<String, Instant> doubtsTold = new ConcurrentHashMap<>();

    /// @param progress of each network that is scanned
    /// @param deposits recent deposits, to check their balances
    /// @param begun receives each network when its watch begins
    public EvmWatcher(
            Database database,
            Clocks clocks,
            IncomingPayments payments,
            List<Scan> scans,
            Function<EvmNetwork, WatchProgress> progress,
            RecentDeposits deposits,
            Runnable begun) {
        this.database = database;
        this.clocks = clocks;
        this.payments = payments;
        this.scans = List.copyOf(scans);
        this.progress =
                scans.stream().map(Scan::network).collect(Collectors.toUnmodifiableMap(EvmNetwork::name, progress));
        this.balances = new BalanceCheck(database, clocks, deposits, this::report);
        this.begun = begun;
    }

    /// Returns one step per network. A step reads the next blocks and returns true if there may be more.
    public Map<String, BooleanSupplier> steps() {
        return scans.stream().collect(Collectors.toMap(scan -> scan.network().name(), scan -> () -> watched(scan)));
    }

    private boolean watched(Scan scan) {
        var network = scan.network().name();
        var state = Objects.requireNonNull(progress.get(network));
        try {
            boolean more = step(scan, state);
            if (away.remove(network)) {
                LOG.info("watching {} resumed", network);
            }
            if (more) {
                return true;
            }
            balances.step(scan);
        } catch (RpcUnavailable | RpcError none) {
            state.failed(none);
            if (away.add(network)) {
                LOG.warn("watching {} failed: {}", network, none.getMessage());
            }
        }
        database.inTx(tx -> EvmCursorStore.movedAt(tx, network)).ifPresent(state::check);
        return false;
    }

    private boolean step(Scan scan, WatchProgress state) {
        var network = scan.network().name();
        var now = clocks.instant();
        var claimed = database.inTx(tx -> EvmCursorStore.claim(tx, network, now, now.plus(LEASE)));
        if (claimed.isEmpty()) {
            begin(scan);
            return false;
        }
        var cursor = claimed.get();
        var span = cursor.span();
        int asked = 0;
        try {
            long last = scan.network().finalAt(scan.chain().head().number());
            state.at(cursor.next(), last);
            if (cursor.next() > last) {
                boolean rewritten = isRewritten(scan, cursor, last);
                if (!rewritten) {
                    reverseMissing(scan, cursor.next());
                }
                return rewritten;
            }
            long to = Math.min(last, cursor.next() + span.blocks() - 1);
            asked = Math.toIntExact(to - cursor.next() + 1);
            long started = System.nanoTime();
            var scanned = scan.blocks(cursor.next(), to);
            // Only now: the findings must be on the same chain as the blocks that were scanned before.
            if (isRewritten(scan, cursor, last)) {
                return true;
            }
            store(scan, cursor, to, scanned);
            state.at(to + 1, last);
            reverseMissing(scan, to + 1);
            span = span.afterScan(asked, Duration.ofNanos(System.nanoTime() - started), now);
            asked = countMissing(scan, cursor.again(), span, to);
            rescan(scan, cursor.again(), asked);
            return to < last;
        } catch (RpcError error) {
            if (asked <= 1 || error.isForNow()) {
                span = asked > 1 ? span.unanswered(asked) : span;
                throw error;
            }
            state.failed(error);
            span = span.refused(asked, now);
            return true;
        } catch (RpcUnavailable slow) {
            // A range that takes too long looks the same as an outage.
            span = asked > 1 ? span.unanswered(asked) : span;
            throw slow;
        } finally {
            var next = span;
            database.run(tx -> EvmCursorStore.release(tx, network, next, clocks.instant()));
        }
    }

    /// Begins the watch of a network. Until then, no deposit is offered an address there.
    private void begin(Scan scan) {
        var network = scan.network().name();
        if (database.inTx(tx -> EvmCursorStore.exists(tx, network))) {
            return;
        }
        long last = scan.network().finalAt(scan.chain().head().number());
        long next = Math.max(0, last + 1);
        var below =
                last < 0 ? null : new ScannedBlock(last, scan.chain().have(last).hash());
        database.run(tx -> {
            boolean isOurs = EvmCursorStore.insert(
                    tx, network, new Cursor(next, next, Span.FIRST), clocks.instant(), clocks.realInstant());
            if (isOurs && below != null) {
                EvmCursorStore.recordScanned(tx, network, below, 0);
            }
        });
        LOG.info("watching {} from block {}", network, next);
        begun.run();
    }

    private void store(Scan scan, Cursor cursor, long to, ScanResult scanned) {
        var network = scan.network().name();
        var now = clocks.instant();
        database.run(tx -> {
            if (EvmCursorStore.move(tx, network, cursor.next(), to + 1, clocks.realInstant())) {
                report(tx, scanned.credits(), scanned.leasts(), now);
                EvmCursorStore.recordScanned(
                        tx, network, new ScannedBlock(to, scanned.last().hash()), to - BLOCKS_REMEMBERED);
            }
        });
        if (!scanned.credits().isEmpty()) {
            LOG.info("{} payments found on {} up to block {}", scanned.credits().size(), network, to);
        }
    }

    private void report(Tx tx, List<Credit> found, Map<String, BigInteger> leasts, Instant now) {
        var otherwise = CreditStore.otherwise(tx, found);
        var credits = found.stream()
                .map(each -> otherwise.contains(each.key()) ? each.apart() : each)
                .toList();
        payments.add(tx, credits.stream().map(each -> each.payment(now)).toList());
        CreditStore.insert(tx, credits, now);
        SweepStore.note(tx, credits, leasts, now);
    }

    /// Returns the number of blocks to scan a second time now: 0 until there are many, so that no request is spent
    /// on only a few.
    private static int countMissing(Scan scan, long from, Span span, long newest) {
        long above = scan.network().againAfter();
        long blocks = Math.min(span.blocks(), newest - above - from + 1);
        return blocks < Math.min(span.blocks(), above) ? 0 : Math.toIntExact(blocks);
    }

    /// Scans blocks a second time, once there are many above them: the node that returned their events may not
    /// have had them yet.
    private void rescan(Scan scan, long from, int blocks) {
        if (blocks == 0) {
            return;
        }
        long to = from + blocks - 1;
        var network = scan.network().name();
        var scanned = scan.tokensAgain(from, to);
        var now = clocks.instant();
        var leftOut = database.inTx(tx -> {
            if (!EvmCursorStore.moveAgain(tx, network, from, to + 1)) {
                return List.<Credit>of();
            }
            var valid = CreditStore.valid(tx, scanned.credits());
            var credits = scanned.credits().stream()
                    .filter(each -> !valid.contains(each.key()))
                    .toList();
            report(tx, credits, scanned.leasts(), now);
            return credits;
        });
        if (!leftOut.isEmpty()) {
            LOG.warn(
                    "{} payments in blocks {} to {} of {} were found by the second scan only: an endpoint had"
                            + " omitted them",
                    leftOut.size(),
                    from,
                    to,
                    network);
        }
    }

    /// Reports whether a reorg replaced blocks that were final. If so, the watch goes back to the last unchanged
    /// block, and the payments reported from above it are looked for again.
    private boolean isRewritten(Scan scan, Cursor cursor, long last) {
        var network = scan.network().name();
        var blocks = database.inTx(tx -> EvmCursorStore.blocks(tx, network, 1));
        if (blocks.isEmpty() || blocks.getFirst().number() > last) {
            return false;
        }
        long newest = blocks.getFirst().number();
        long common = scan.chain().query(one -> common(one, network, blocks.getFirst()));
        if (common == newest) {
            return false;
        }
        LOG.error(
                "{} was reorganized below block {}, deeper than the required {} confirmations: rescanning from block"
                        + " {}",
                network,
                newest,
                scan.network().confirmations(),
                common + 1);
        database.run(tx -> {
            // The watch may be behind the scanned blocks, if it rescans for a payment that a node had
            // omitted.
            if (EvmCursorStore.move(
                    tx, network, cursor.next(), Math.min(cursor.next(), common + 1), clocks.realInstant())) {
                EvmCursorStore.deleteAbove(tx, network, common);
                CreditStore.seek(tx, network, common, Math.max(cursor.next() - 1, newest));
            }
        });
        return true;
    }

    /// Returns the highest scanned block that is unchanged. If there is none, returns the block below the range
    /// that was scanned together with the lowest.
    private long common(Chain one, String network, ScannedBlock newest) {
        if (isThere(one, newest)) {
            return newest.number();
        }
        var all = database.inTx(tx -> EvmCursorStore.blocks(tx, network, SEEN_MAX));
        return all.stream()
                .filter(each -> isThere(one, each))
                .mapToLong(ScannedBlock::number)
                .findFirst()
                .orElse(Math.max(0, all.getLast().number() - Span.MAX) - 1);
    }

    /// Reports whether a seen block is on the node's chain. A node without a block of that number lags behind and
    /// is no evidence: [Chain#have] reports it as unavailable.
    private static boolean isThere(Chain one, ScannedBlock block) {
        return one.have(block.number()).hash().equals(block.hash());
    }

    /// Reverses reported payments that have disappeared: their possible blocks were rescanned without finding
    /// them, no node has their transaction in a block that is still to be scanned, and none has it with the
    /// payment in any block. A payment that a node shows in a block of another chain is neither found nor gone:
    /// the decision waits until that node has the reorg, too.
    private void reverseMissing(Scan scan, long next) {
        var network = scan.network().name();
        var doubted = new ArrayList<String>();
        for (var missing : database.inTx(tx -> CreditStore.missing(tx, network, next))) {
            var there = scan.chain().receipts(missing.transaction());
            if (there.stream().anyMatch(receipt -> receipt.block() >= next)) {
                continue;
            }
            var shown = there.stream()
                    .filter(receipt -> scan.shows(receipt, missing))
                    .toList();
            var current =
                    shown.stream().filter(receipt -> isValid(scan, receipt)).findFirst();
            if (current.isPresent()) {
                recheck(network, missing, next, current.get().block());
                return;
            }
            if (shown.isEmpty()) {
                reverse(network, missing);
            } else {
                doubted.add(missing.key());
            }
        }
        logDoubts(network, doubted);
    }

    /// Reports whether a receipt is in a block of the chain that was read. The node that answers must have the
    /// newest block seen on that chain.
    private boolean isValid(Scan scan, Receipt receipt) {
        var network = scan.network().name();
        var blocks = database.inTx(tx -> EvmCursorStore.blocks(tx, network, 1));
        return scan.chain().query(one -> {
            if (!blocks.stream().allMatch(each -> isThere(one, each))) {
                throw new RpcUnavailable("the newest block of " + network + " that was seen is not there");
            }
            return isThere(one, new ScannedBlock(receipt.block(), receipt.blockHash()));
        });
    }

    private void logDoubts(String network, List<String> doubted) {
        var now = clocks.instant();
        var last = doubtsTold.get(network);
        if (!doubted.isEmpty() && (last == null || last.plus(WARNING_INTERVAL).isBefore(now))) {
            doubtsTold.put(network, now);
            LOG.warn(
                    "{} reported payments are no longer on {}, but an endpoint still serves them in blocks of"
                            + " another branch: rechecking until it does not, {}",
                    doubted.size(),
                    network,
                    doubted);
        }
    }

    private void reverse(String network, Missing missing) {
        var now = clocks.instant();
        boolean reversed = database.inTx(tx -> {
            boolean vanished = CreditStore.vanish(tx, network, missing.key(), now);
            if (vanished) {
                payments.reverse(tx, EvmRail.NAME, List.of(missing.key()), now);
            }
            return vanished;
        });
        if (reversed) {
            LOG.error(
                    "reported payment is no longer on {} and is reversed: receipt {}, {} units of {} to {}",
                    network,
                    missing.key(),
                    missing.units(),
                    missing.token(),
                    missing.address());
        }
    }

    /// Moves the watch back, once, to the block of a payment that a receipt shows. The payment is on the chain,
    /// regardless of the scanned blocks: a node omitted it, and may have omitted others.
    private void recheck(String network, Missing missing, long next, long block) {
        boolean moved = database.inTx(tx -> {
            boolean isOurs = EvmCursorStore.move(tx, network, next, block, clocks.realInstant());
            if (isOurs) {
                CreditStore.find(tx, network, missing.key(), block);
            }
            return isOurs;
        });
        if (moved) {
            LOG.warn(
                    "payment {} is in block {} of {}, and an endpoint had omitted it: rescanning from there",
                    missing.key(),
                    block,
                    network);
        }
    }
}
