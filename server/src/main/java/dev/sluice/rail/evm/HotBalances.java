package dev.sluice.rail.evm;

import dev.sluice.rail.HotBalance;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gauges of what each hot wallet has of each token of its network, by what a node of the network says now.
public final class HotBalances {
    private static final Logger LOG = LoggerFactory.getLogger(HotBalances.class);

    private final Map<String, HotWallet> wallets;
    private final EvmTokens tokens;
    private final MeterRegistry meters;
    private final Map<String, HotBalance> gauges = new ConcurrentHashMap<>();

    HotBalances(Map<String, HotWallet> wallets, EvmTokens tokens, MeterRegistry meters) {
        this.wallets = Map.copyOf(wallets);
        this.tokens = tokens;
        this.meters = meters;
        wallets.keySet().forEach(network -> tokens.on(network).forEach(token -> gauge(network, token)));
    }

    /// The look at each network; there is nothing more to do at once. A network that is away keeps its last
    /// figures.
    public Map<String, BooleanSupplier> steps() {
        var steps = new HashMap<String, BooleanSupplier>();
        wallets.forEach((network, wallet) -> steps.put(network, () -> look(network, wallet)));
        return steps;
    }

    private boolean look(String network, HotWallet wallet) {
        try {
            var known = tokens.on(network);
            var sight = Sight.of(wallet, known);
            known.stream()
                    .filter(token -> sight.knows(token.asset().code()))
                    .forEach(token ->
                            gauge(network, token).set(sight.units(token.asset().code())));
        } catch (NodeAway | NodeRefused none) {
            LOG.debug("the balance of {} is not known: {}", wallet.address(), none.getMessage());
        }
        return false;
    }

    private HotBalance gauge(String network, EvmToken token) {
        return gauges.computeIfAbsent(token.asset().code(), _ -> new HotBalance(meters, network, token.asset()));
    }
}
