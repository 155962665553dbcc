package dev.sluice.rail.evm.wallet;

import dev.sluice.rail.HotBalance;
import dev.sluice.rail.evm.EvmToken;
import dev.sluice.rail.evm.EvmTokens;
import dev.sluice.rail.evm.rpc.RpcError;
import dev.sluice.rail.evm.rpc.RpcUnavailable;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gauges of each hot wallet's balances of the tokens of its network, as a node returns them now.
public final class HotBalances {
    private static final Logger LOG = LoggerFactory.getLogger(HotBalances.class);

    private final Map<String, HotWallet> wallets;
    private final EvmTokens tokens;
    private final MeterRegistry meters;
    private final Map<String, HotBalance> gauges = new ConcurrentHashMap<>();

    public HotBalances(Map<String, HotWallet> wallets, EvmTokens tokens, MeterRegistry meters) {
        this.wallets = Map.copyOf(wallets);
        this.tokens = tokens;
        this.meters = meters;
        wallets.keySet().forEach(network -> tokens.on(network).forEach(token -> gauge(network, token)));
    }

    /// Returns one step per network, without immediate repetition. An unavailable network keeps its last figures.
    public Map<String, BooleanSupplier> steps() {
        var steps = new HashMap<String, BooleanSupplier>();
        wallets.forEach((network, wallet) -> steps.put(network, () -> check(network, wallet)));
        return steps;
    }

    private boolean check(String network, HotWallet wallet) {
        try {
            var known = tokens.on(network);
            var snapshot = WalletSnapshot.of(wallet, known);
            known.stream()
                    .filter(token -> snapshot.knows(token.asset().code()))
                    .forEach(token -> gauge(network, token)
                            .set(snapshot.units(token.asset().code())));
        } catch (RpcUnavailable | RpcError none) {
            LOG.debug("balance of {} unknown: {}", wallet.address(), none.getMessage());
        }
        return false;
    }

    private HotBalance gauge(String network, EvmToken token) {
        return gauges.computeIfAbsent(token.asset().code(), _ -> new HotBalance(meters, network, token.asset()));
    }
}
