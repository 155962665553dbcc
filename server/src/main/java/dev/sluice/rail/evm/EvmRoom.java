package dev.sluice.rail.evm;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// The rail with all that belongs to it, wired.
public final class EvmRoom {
    private final EvmRail rail;
    private final EvmKeeper keeper;

    private EvmRoom(EvmRail rail, EvmKeeper keeper) {
        this.rail = rail;
        this.keeper = keeper;
    }

    /// What the room stands on.
    public record Ground(Database database, Clocks clocks, MeterRegistry meters) {}

    /// Wires the room for the networks that have a line.
    public static EvmRoom wire(Ground ground, EvmConfig config, List<EvmNetwork> networks, EvmTokens tokens) {
        var wallets = new HashMap<String, HotWallet>();
        for (var network : networks) {
            var line = config.lines().get(network.name());
            if (line != null && config.signer().isPresent()) {
                var rpc = JsonRpc.to(line.endpoints(), network.chainId(), JsonRpc.TIMEOUT, ground.clocks());
                wallets.put(
                        network.name(),
                        new HotWallet(
                                network, new Chain(rpc), config.signer().get(), line.feeCap(), new ReentrantLock()));
            }
        }
        return wire(ground, Map.copyOf(wallets), tokens);
    }

    private static EvmRoom wire(Ground ground, Map<String, HotWallet> wallets, EvmTokens tokens) {
        var database = ground.database();
        var clocks = ground.clocks();
        var broadcast = new Broadcast(database, clocks);
        var dispatch = new Dispatch(database, clocks, tokens, broadcast);
        var pursuit = new Pursuit(database, clocks, broadcast);
        return new EvmRoom(
                new EvmRail(database, clocks, tokens, wallets, dispatch),
                new EvmKeeper(database, wallets, dispatch, pursuit, ground.meters()));
    }

    public EvmRail rail() {
        return rail;
    }

    public EvmKeeper keeper() {
        return keeper;
    }
}
