package dev.sluice.rail.evm.sweep;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.EvmTokens;
import dev.sluice.rail.evm.deposit.DepositAddresses;
import dev.sluice.rail.evm.deposit.DepositPath;
import dev.sluice.rail.evm.key.ExtendedKey;
import dev.sluice.rail.evm.key.Signer;
import dev.sluice.rail.evm.rpc.Chain.Block;
import dev.sluice.rail.evm.rpc.Fees;
import dev.sluice.rail.evm.rpc.RpcError;
import dev.sluice.rail.evm.rpc.RpcUnavailable;
import dev.sluice.rail.evm.sweep.SweepStore.Sweep;
import dev.sluice.rail.evm.wallet.Broadcast;
import dev.sluice.rail.evm.wallet.HotWallet;
import dev.sluice.rail.evm.wallet.NonceCheck;
import dev.sluice.rail.evm.wallet.NonceSlotCheck;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sweeps incoming funds from deposit addresses to the treasury. The balance of an address is read from the chain each
/// time, and its next nonce is used once, so that a sweep that starts twice moves nothing twice. No sweep begins while
/// the rail is stopped. Every node may run it.
public final class EvmSweeper {
    private static final Logger LOG = LoggerFactory.getLogger(EvmSweeper.class);
    private static final int SWEEPS_MAX = 20;

    private final Services services;
    private final Database database;
    private final Clocks clocks;
    private final List<HotWallet> wallets;
    private final Map<String, Instant> gasSeen = new ConcurrentHashMap<>();
    private final Set<String> resumed = ConcurrentHashMap.newKeySet();

    /// Private side of the deposit addresses, and the treasury.
    public record Plan(ExtendedKey key, String treasury) {}

    /// Services that all sweeps use.
    public record Services(
            Database database,
            Clocks clocks,
            EvmTokens tokens,
            Broadcast broadcast,
            Plan plan,
            DepositAddresses addresses,
            PayoutSuspension suspension,
            NonceCheck nonces,
            NonceSlotCheck slotCheck,
            Alerts alerts,
            MeterRegistry meters) {}

    public EvmSweeper(Services services, List<HotWallet> wallets) {
        this.services = services;
        this.database = services.database();
        this.clocks = services.clocks();
        this.wallets = List.copyOf(wallets);
    }

    /// Returns one step per network. A step advances the sweeps that are due and returns true if there may be
    /// more.
    public Map<String, BooleanSupplier> steps() {
        return wallets.stream()
                .collect(Collectors.toMap(wallet -> wallet.network().name(), wallet -> () -> sweep(wallet)));
    }

    private boolean sweep(HotWallet wallet) {
        try {
            return step(wallet);
        } catch (RpcUnavailable | RpcError none) {
            LOG.warn("sweeping on {} is paused: {}", wallet.network().name(), none.getMessage());
            return false;
        }
    }

    private boolean step(HotWallet wallet) {
        var network = wallet.network().name();
        if (!resumed.contains(network)) {
            database.run(tx -> SweepStore.resume(tx, network, services.plan().treasury(), clocks.instant()));
            resumed.add(network);
        }
        var due = database.inTx(tx -> SweepStore.due(tx, network, clocks.instant(), SWEEPS_MAX));
        if (due.isEmpty() && !isGasToBeSeen(network)) {
            return false;
        }
        gasSeen.put(network, clocks.instant());
        var head = wallet.chain().head();
        var fees = Fees.at(head.baseFee(), wallet.chain().tip(head), wallet.feeCap());
        take(wallet, head, fees, due);
        var cheap = fees.map(now ->
                        database.inTx(tx -> SweepStore.cheap(tx, network, now.max(), clocks.instant(), SWEEPS_MAX)))
                .orElse(List.of());
        take(wallet, head, fees, cheap);
        return due.size() == SWEEPS_MAX || cheap.size() == SWEEPS_MAX;
    }

    /// Reports whether to read the gas price although no sweep is due: from time to time, if sweeps wait for
    /// cheaper gas.
    private boolean isGasToBeSeen(String network) {
        var last = gasSeen.get(network);
        return (last == null || !last.plus(SweepTurn.LATER).isAfter(clocks.instant()))
                && database.read(handle -> SweepStore.hasCostly(handle, network));
    }

    private void take(HotWallet wallet, Block head, Optional<Fees> fees, List<Sweep> sweeps) {
        for (var sweep : sweeps) {
            var signer = signer(sweep.depositId());
            if (sweep.isFound() && services.suspension().isStopped(EvmRail.NAME)) {
                later(sweep);
            } else if (!signer.address().equals(sweep.address())) {
                follow(sweep);
            } else if (fees.isEmpty()) {
                later(sweep);
            } else {
                new SweepTurn(services, wallet, head, fees.get(), sweep, signer).take();
            }
        }
    }

    private Signer signer(UUID depositId) {
        return DepositPath.of(depositId).below(services.plan().key()).signer();
    }

    /// Assigns a sweep to the deposit that has its address now. The deposit recorded with it may not have the
    /// address's key, if the row was wrong when the money came in. Only the key proves ownership.
    private void follow(Sweep sweep) {
        var owner = services.addresses().among(Set.of(sweep.address())).get(sweep.address());
        if (owner != null && signer(owner).address().equals(sweep.address())) {
            database.run(tx -> SweepStore.assign(tx, sweep, owner));
            return;
        }
        LOG.error(
                "address {} on {} does not belong to the sweep key: neither to deposit {}, stored with it, nor to {}",
                sweep.address(),
                sweep.network(),
                sweep.depositId(),
                owner);
        services.alerts()
                .raise(new Alert(
                        EvmRail.NAME,
                        sweep.network() + "/sweep/" + sweep.address(),
                        "Not swept: the key belongs to no deposit: " + sweep.address() + ". See \"Sweeps without a"
                                + " key\""));
        later(sweep);
    }

    private void later(Sweep sweep) {
        database.run(tx -> SweepStore.postpone(tx, sweep, clocks.instant().plus(SweepTurn.LATER)));
    }
}
