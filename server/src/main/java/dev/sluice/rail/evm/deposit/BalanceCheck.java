package dev.sluice.rail.evm.deposit;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.rail.evm.EvmToken;
import dev.sluice.rail.evm.deposit.BalanceStore.Explained;
import dev.sluice.rail.evm.deposit.BalanceStore.Round;
import dev.sluice.rail.evm.deposit.EvmCursorStore.ScannedBlock;
import dev.sluice.rail.evm.deposit.RecentDeposits.Deposited;
import dev.sluice.rail.evm.rpc.Chain.Block;
import dev.sluice.rail.evm.rpc.Parallel;
import dev.sluice.rail.evm.rpc.RpcError;
import dev.sluice.rail.evm.rpc.RpcUnavailable;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds native coins that contracts forwarded to deposit addresses, as exchanges do for withdrawals. Such transfers
/// leave neither an event nor a transaction, so the balance of an address at a final block is compared with its known
/// credits, gas top-ups and sweeps. The remainder is credited. An address with an unrecorded transaction is skipped.
final class BalanceCheck {
    private static final Logger LOG = LoggerFactory.getLogger(BalanceCheck.class);
    private static final Duration EVERY = Duration.ofMinutes(2);
    /// Age up to which deposits are checked.
    private static final Duration RECENT = Duration.ofDays(7);

    private static final Duration AFTER_REFUSAL = Duration.ofHours(1);
    private static final int DEPOSITS_MAX = 50;
    private static final int AT_ONCE = 8;
    private static final UUID NEWEST = new UUID(-1, -1);

    private final Database database;
    private final Clocks clocks;
    private final RecentDeposits deposits;
    private final Report report;
    private final Map<String, Instant> refusedUntil = new ConcurrentHashMap<>();

    /// Reports payments in the transaction that found them.
    @FunctionalInterface
    interface Report {
        void report(Tx tx, List<Credit> credits, Map<String, BigInteger> leasts, Instant now);
    }

    BalanceCheck(Database database, Clocks clocks, RecentDeposits deposits, Report report) {
        this.database = database;
        this.clocks = clocks;
        this.deposits = deposits;
        this.report = report;
    }

    /// Deposit whose address holds unexplained coins.
    private record Unexplained(Deposited deposit, BigInteger balance) {}

    /// Block at which balances are compared, with the unexplained balances at that block.
    private record ComparedBlock(Block block, List<Unexplained> unexplained) {}

    /// Checks the network's next deposits if a check is due.
    void step(Scan scan) {
        var network = scan.network().name();
        var now = clocks.instant();
        var coin = scan.tokens().on(network).stream().filter(EvmToken::isCoin).findFirst();
        var refused = refusedUntil.get(network);
        if (coin.isEmpty() || (refused != null && now.isBefore(refused))) {
            return;
        }
        var round = database.inTx(tx -> BalanceStore.claim(tx, network, now, now.minus(EVERY)));
        if (round.isEmpty()) {
            return;
        }
        try {
            check(scan, coin.get(), round.get(), now);
        } catch (RpcUnavailable unavailable) {
            LOG.debug("balance check on {} postponed: {}", network, unavailable.getMessage());
        } catch (RpcError no) {
            refusedUntil.put(network, now.plus(AFTER_REFUSAL));
            LOG.warn(
                    "internal transfers on {} are not detected: no endpoint serves balances at a final block: {}",
                    network,
                    no.getMessage());
        }
    }

    private void check(Scan scan, EvmToken coin, Round round, Instant now) {
        var network = scan.network().name();
        var blocks = database.inTx(tx -> EvmCursorStore.blocks(tx, network, 1));
        // After the watch has gone back, it rereads blocks whose payments are not all credited yet.
        if (blocks.isEmpty() || blocks.getFirst().number() != round.next() - 1) {
            return;
        }
        var some = deposits.find(
                network,
                coin.asset().code(),
                Clocks.firstIdOf(now.minus(RECENT)),
                round.before() == null ? NEWEST : round.before(),
                DEPOSITS_MAX);
        if (!some.isEmpty()) {
            var found = found(scan, coin, blocks.getFirst(), some);
            found.unexplained().forEach(each -> credit(scan, coin, found.block(), each));
        }
        var last = some.size() < DEPOSITS_MAX ? null : some.getLast().depositId();
        database.run(tx -> BalanceStore.move(tx, network, last));
    }

    private ComparedBlock found(Scan scan, EvmToken coin, ScannedBlock scanned, List<Deposited> some) {
        var network = scan.network().name();
        long number = scanned.number();
        var addresses = some.stream().map(Deposited::address).toList();
        var explained = database.inTx(tx -> explained(tx, scan, coin, addresses, number));
        return scan.chain().query(one -> {
            var block = one.have(number);
            if (!block.hash().equals(scanned.hash())) {
                throw new RpcUnavailable("block " + number + " of " + network + " is another one");
            }
            var balances = Parallel.map(addresses, AT_ONCE, each -> one.coins(each, number));
            var unexplained = new ArrayList<Unexplained>();
            for (int at = 0; at < some.size(); at++) {
                var known = explained.getOrDefault(addresses.get(at), Explained.NOTHING);
                // Each transaction of an address uses a nonce: if as many outflows are recorded, no
                // other transaction has left it.
                if (isCredited(coin, known.rest(balances.get(at)))
                        && one.nonceAt(addresses.get(at), number) == known.outflows()) {
                    unexplained.add(new Unexplained(some.get(at), balances.get(at)));
                }
            }
            return new ComparedBlock(block, List.copyOf(unexplained));
        });
    }

    private static Map<String, Explained> explained(
            Tx tx, Scan scan, EvmToken coin, List<String> addresses, long block) {
        var network = scan.network();
        var fuel = scan.slotCheck().topUps(tx, network, addresses);
        var explained = new HashMap<String, Explained>();
        BalanceStore.explained(tx, network.name(), coin.asset().code(), addresses, block)
                .forEach((address, known) ->
                        explained.put(address, known.with(fuel.getOrDefault(address, BigInteger.ZERO))));
        return explained;
    }

    /// An amount below the minimum deposit is not swept by itself. It waits for more.
    private static boolean isCredited(EvmToken coin, BigInteger rest) {
        return rest.signum() > 0 && rest.compareTo(coin.minimum()) >= 0;
    }

    /// Credits the remainder, recalculated with the watch's lock held.
    private void credit(Scan scan, EvmToken coin, Block block, Unexplained found) {
        var network = scan.network().name();
        var address = found.deposit().address();
        var code = coin.asset().code();
        var now = clocks.instant();
        var credited = database.inTx(tx -> {
            if (!BalanceStore.lock(tx, network, new ScannedBlock(block.number(), block.hash()))) {
                return Optional.<Credit>empty();
            }
            var rest = explained(tx, scan, coin, List.of(address), block.number())
                    .getOrDefault(address, Explained.NOTHING)
                    .rest(found.balance());
            if (!isCredited(coin, rest)) {
                return Optional.<Credit>empty();
            }
            var credit = new Credit(
                    network,
                    String.join(":", network, "balance", address, Long.toString(block.number())),
                    coin.asset(),
                    address,
                    found.deposit().depositId(),
                    rest,
                    block.hash(),
                    null,
                    block.number(),
                    block.time());
            report.report(tx, List.of(credit), Map.of(code, coin.minimum()), now);
            return Optional.of(credit);
        });
        credited.ifPresent(each -> LOG.info(
                "internal transfers of {} units of {} to {} found, up to block {}",
                each.units(),
                code,
                address,
                block.number()));
    }
}
