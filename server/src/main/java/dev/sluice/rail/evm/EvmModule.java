package dev.sluice.rail.evm;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.RailBooks;
import dev.sluice.rail.RailHealth;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.evm.deposit.DepositAddresses;
import dev.sluice.rail.evm.deposit.EvmPayin;
import dev.sluice.rail.evm.deposit.EvmWatcher;
import dev.sluice.rail.evm.deposit.RecentDeposits;
import dev.sluice.rail.evm.deposit.Scan;
import dev.sluice.rail.evm.deposit.WatchProgress;
import dev.sluice.rail.evm.payout.EvmOrderStore;
import dev.sluice.rail.evm.payout.EvmPayoutWorker;
import dev.sluice.rail.evm.payout.PayoutMac;
import dev.sluice.rail.evm.payout.PayoutSigner;
import dev.sluice.rail.evm.payout.ProofStore;
import dev.sluice.rail.evm.payout.TransactionTracker;
import dev.sluice.rail.evm.rpc.Chain;
import dev.sluice.rail.evm.rpc.GasPriceOracle;
import dev.sluice.rail.evm.rpc.JsonRpc;
import dev.sluice.rail.evm.rpc.StalledHead;
import dev.sluice.rail.evm.rpc.TipFloor;
import dev.sluice.rail.evm.sweep.EvmSweeper;
import dev.sluice.rail.evm.wallet.Broadcast;
import dev.sluice.rail.evm.wallet.GapFiller;
import dev.sluice.rail.evm.wallet.HotBalances;
import dev.sluice.rail.evm.wallet.HotWallet;
import dev.sluice.rail.evm.wallet.NonceCheck;
import dev.sluice.rail.evm.wallet.NonceSlotCheck;
import dev.sluice.rail.evm.wallet.TransactionStore;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// Composition root of the rail: the ports for payouts and deposits, and the steps that workers run.
///
/// @param watcher present if deposits are accepted
/// @param sweeper present if a sweep key is configured
public record EvmModule(
        EvmRail rail,
        EvmPayoutWorker worker,
        HotBalances balances,
        EvmPayin payin,
        Optional<EvmWatcher> watcher,
        Optional<EvmSweeper> sweeper) {

    private static final String TIPS_REFUSED = "sluice.evm.tips.refused";

    /// Services that the rail uses.
    public record Dependencies(
            Database database,
            Clocks clocks,
            IncomingPayments incomingPayments,
            MeterRegistry meters,
            PayoutSuspension suspension,
            RailHealth health,
            Alerts alerts,
            Vault vault) {}

    /// Existing networks, their tokens, and the look-ups of deposits.
    public record World(
            List<EvmNetwork> networks, EvmTokens tokens, DepositAddresses addresses, RecentDeposits deposits) {
        public World {
            networks = List.copyOf(networks);
        }
    }

    /// Wires the rail for the networks that have a line.
    public static EvmModule wire(Dependencies dependencies, EvmConfig config, World world) {
        var chains = new HashMap<EvmNetwork, Chain>();
        for (var network : world.networks()) {
            var line = config.lines().get(network.name());
            if (line != null) {
                chains.put(network, chain(dependencies, network, line));
            }
        }
        var database = dependencies.database();
        var clocks = dependencies.clocks();
        var wallets = wallets(dependencies, config, chains);
        var broadcast = new Broadcast(database, clocks);
        var nonces = new NonceCheck(database, dependencies.alerts());
        var macs = new PayoutMac(dependencies.vault());
        var alarm = new TamperAlarm(dependencies.alerts(), dependencies.meters());
        var slots = new NonceSlotCheck(database, alarm, dependencies.vault());
        var guard = new PayoutSigner.Guard(macs, alarm, slots);
        var dispatch =
                new PayoutSigner(database, clocks, world.tokens(), broadcast, dependencies.suspension(), nonces, guard);
        var names = chains.keySet().stream().map(EvmNetwork::name).collect(Collectors.toSet());
        var payin = new EvmPayin(database, names, world.tokens(), config.depositKey());
        return new EvmModule(
                new EvmRail(database, clocks, world.tokens(), wallets, dispatch, dependencies.suspension(), macs),
                new EvmPayoutWorker(
                        database, wallets, dispatch, tracker(dependencies, broadcast, slots), dependencies.meters()),
                new HotBalances(wallets, world.tokens(), dependencies.meters()),
                payin,
                config.depositKey().map(_ -> watcher(dependencies, world, chains, slots, payin::refresh)),
                config.sweepKey()
                        .flatMap(key -> config.treasury().map(treasury -> new EvmSweeper.Plan(key, treasury)))
                        .map(plan -> new EvmSweeper(
                                new EvmSweeper.Services(
                                        database,
                                        clocks,
                                        world.tokens(),
                                        broadcast,
                                        plan,
                                        world.addresses(),
                                        dependencies.suspension(),
                                        nonces,
                                        slots,
                                        dependencies.alerts(),
                                        dependencies.meters()),
                                List.copyOf(wallets.values()))));
    }

    /// Returns the rail's books of its payments.
    public static RailBooks books() {
        return new RailBooks(EvmOrderStore.ORDERS);
    }

    /// Reports each open payout and each slot whose row differs from the record that the service wrote or signed.
    public static void prove(Handle snapshot, Vault vault, Consumer<String> fault) {
        new ProofStore(vault).prove(snapshot, fault);
    }

    private static TransactionTracker tracker(Dependencies dependencies, Broadcast broadcast, NonceSlotCheck slots) {
        var filler = new GapFiller(
                dependencies.database(),
                dependencies.clocks(),
                broadcast,
                dependencies.alerts(),
                slots,
                dependencies.meters());
        return new TransactionTracker(
                dependencies.database(),
                dependencies.clocks(),
                broadcast,
                filler,
                dependencies.alerts(),
                slots,
                new PayoutStatusReports(dependencies.vault()));
    }

    private static Chain chain(Dependencies dependencies, EvmNetwork network, EvmConfig.Line line) {
        var pulse = dependencies.health().line(EvmRail.NAME, network.name());
        var stalledHead = new StalledHead(network, dependencies.clocks()::realInstant, pulse, dependencies.meters());
        var refused = dependencies.meters().counter(TIPS_REFUSED, "network", network.name());
        return new Chain(
                JsonRpc.to(
                        line.endpoints(),
                        network.chainId(),
                        network.behindMax(),
                        JsonRpc.TIMEOUT,
                        dependencies.clocks(),
                        pulse),
                stalledHead::record,
                new TipFloor(dependencies.clocks(), refused::increment));
    }

    private static Map<String, HotWallet> wallets(
            Dependencies dependencies, EvmConfig config, Map<EvmNetwork, Chain> chains) {
        var wallets = new HashMap<String, HotWallet>();
        chains.forEach((network, chain) -> {
            var line = config.lines().get(network.name());
            if (line != null && config.signer().isPresent()) {
                var signer = config.signer().get();
                wallets.put(
                        network.name(),
                        new HotWallet(
                                network,
                                chain,
                                signer,
                                line.feeCap(),
                                new GasPriceOracle(dependencies.clocks()),
                                new ReentrantLock()));
            }
        });
        return wallets;
    }

    private static EvmWatcher watcher(
            Dependencies dependencies,
            World world,
            Map<EvmNetwork, Chain> chains,
            NonceSlotCheck slots,
            Runnable begun) {
        var scans = new ArrayList<Scan>();
        chains.forEach((network, chain) -> scans.add(new Scan(
                network,
                chain,
                world.tokens(),
                world.addresses(),
                slots,
                hash -> dependencies
                        .database()
                        .inTx(tx -> TransactionStore.ofNoPayout(tx, network.name(), hash))
                        .filter(stored -> slots.isAuthentic(network, stored))
                        .isPresent())));
        return new EvmWatcher(
                dependencies.database(),
                dependencies.clocks(),
                dependencies.incomingPayments(),
                scans,
                network -> new WatchProgress(
                        network, dependencies.clocks()::realInstant, dependencies.alerts(), dependencies.meters()),
                world.deposits(),
                begun);
    }
}
