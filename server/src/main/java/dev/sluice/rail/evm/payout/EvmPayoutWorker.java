package dev.sluice.rail.evm.payout;

import dev.sluice.db.Database;
import dev.sluice.rail.evm.rpc.RpcError;
import dev.sluice.rail.evm.rpc.RpcUnavailable;
import dev.sluice.rail.evm.wallet.HotWallet;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Worker for submitted payouts: signs queued payouts when it can and may, and tracks signed payouts to their end.
/// Every node may run it.
public final class EvmPayoutWorker {
    private static final Logger LOG = LoggerFactory.getLogger(EvmPayoutWorker.class);
    private static final String WAITING = "sluice.evm.payouts.waiting";
    private static final List<String> REASONS =
            List.of(Preflight.FUNDS, Preflight.FEES, Preflight.TOKEN, Preflight.NODE, Preflight.TAMPERED);

    private final Database database;
    private final Map<String, HotWallet> wallets;
    private final PayoutSigner signer;
    private final TransactionTracker tracker;
    private final Map<String, AtomicLong> waiting = new ConcurrentHashMap<>();
    private final Set<String> away = ConcurrentHashMap.newKeySet();

    public EvmPayoutWorker(
            Database database,
            Map<String, HotWallet> wallets,
            PayoutSigner signer,
            TransactionTracker tracker,
            MeterRegistry meters) {
        this.database = database;
        this.wallets = Map.copyOf(wallets);
        this.signer = signer;
        this.tracker = tracker;
        for (var network : wallets.keySet()) {
            for (var reason : REASONS) {
                var gauge = new AtomicLong();
                waiting.put(network + " " + reason, gauge);
                meters.gauge(WAITING, Tags.of("network", network, "reason", reason), gauge);
            }
        }
    }

    /// Returns one step per network. A step does the work that is due and returns true if there may be more.
    /// Networks have separate steps, so that a slow or unavailable network does not delay the others.
    public Map<String, BooleanSupplier> steps() {
        var steps = new HashMap<String, BooleanSupplier>();
        wallets.forEach((network, wallet) -> steps.put(network, () -> step(wallet)));
        return steps;
    }

    private boolean step(HotWallet wallet) {
        var network = wallet.network().name();
        boolean more = false;
        var faults = new ArrayList<String>();
        // Signed payouts are tracked even if none can be signed.
        for (var part : List.<Predicate<HotWallet>>of(signer::step, tracker::step)) {
            try {
                more |= part.test(wallet);
            } catch (RpcUnavailable | RpcError none) {
                faults.add(String.valueOf(none.getMessage()));
            }
        }
        if (faults.isEmpty() && away.remove(network)) {
            LOG.info("network {} is reachable again", network);
        } else if (!faults.isEmpty() && away.add(network)) {
            LOG.warn("network {} is unreachable: {}", network, faults.getFirst());
        }
        count(wallet);
        return more;
    }

    /// Counts the waiting payouts by reason, for the operator who has to top up the wallet.
    private void count(HotWallet wallet) {
        var network = wallet.network().name();
        var counts = database.inTx(tx -> PayoutStore.waiting(tx, network));
        for (var reason : REASONS) {
            long now = counts.getOrDefault(reason, 0L);
            long before = gauge(network, reason).getAndSet(now);
            if (reason.equals(Preflight.FUNDS) && now > 0 && before == 0) {
                LOG.warn(
                        "hot wallet {} on {} has insufficient funds: {} payouts are waiting",
                        wallet.address(),
                        network,
                        now);
            }
        }
    }

    private AtomicLong gauge(String network, String reason) {
        return waiting.computeIfAbsent(network + " " + reason, _ -> new AtomicLong());
    }
}
