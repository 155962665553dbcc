package dev.sluice;

import dev.sluice.db.Database;
import dev.sluice.merchant.Routing;
import dev.sluice.rail.Destination;
import dev.sluice.rail.Halts;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.Pulse;
import dev.sluice.rail.Rail;
import dev.sluice.rail.evm.DepositAddresses;
import dev.sluice.rail.evm.EvmConfig;
import dev.sluice.rail.evm.EvmNetwork;
import dev.sluice.rail.evm.EvmRoom;
import dev.sluice.rail.evm.EvmToken;
import dev.sluice.rail.evm.EvmTokens;
import dev.sluice.rail.evm.RecentDeposits;
import dev.sluice.reference.BlockchainType;
import dev.sluice.reference.Network;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// The rail to EVM networks, wired to what the reference data says of them; nothing where none is configured.
final class EvmChains {
    private static final Duration OFTEN = Duration.ofSeconds(1);
    private static final Duration NOW_AND_THEN = Duration.ofSeconds(2);
    private static final Duration SELDOM = Duration.ofSeconds(10);
    private static final BigDecimal MILLIS = BigDecimal.valueOf(1_000);
    private static final int KEYS_MAX = 5_000;

    private final Optional<Wired> wired;
    private final Set<String> networks;
    private final boolean pays;
    private volatile Set<String> watched;

    private EvmChains(Optional<Wired> wired, EvmConfig config) {
        this.wired = wired;
        this.networks = config.lines().keySet();
        this.pays = config.signer().isPresent();
        this.watched = watched();
    }

    /// The rail, and the reference data as it sees it.
    private record Wired(EvmRoom room, References world) {}

    /// Wires the rail. The reference data has to be loaded by then.
    ///
    /// @throws EvmSettings.Unusable where a network is configured that there is not, or the keystore stays closed
    static EvmChains wire(
            EvmSettings settings,
            Foundation ground,
            ConfiguredRails.Inboxes inboxes,
            Routing routing,
            Halts halts,
            Pulse pulse) {
        var database = ground.database();
        if (settings.withoutKeystore().lines().isEmpty()) {
            return new EvmChains(Optional.empty(), EvmConfig.OFF);
        }
        // What is on offer depends on what the rails serve, so they look at all that there is.
        var world = new References(database, Served.everything());
        var config = settings.open();
        EvmTokens tokens = network -> tokens(world, network);
        var addresses = addresses(database, routing, tokens, config);
        var room = EvmRoom.wire(
                new EvmRoom.Ground(
                        database,
                        ground.clocks(),
                        inboxes.receipts(),
                        ground.meters(),
                        halts,
                        pulse,
                        inboxes.alerts(),
                        ground.vault()),
                config,
                new EvmRoom.World(networks(world, config), tokens, addresses, deposits(database, routing)));
        return new EvmChains(Optional.of(new Wired(room, world)), config);
    }

    /// The rails, this one before the others, which pay nothing more on its networks then.
    List<Rail> rails(List<Rail> others) {
        var rail = wired.filter(_ -> pays).map(each -> each.room().rail());
        if (rail.isEmpty()) {
            return others;
        }
        var all = new ArrayList<Rail>(List.of(rail.get()));
        others.forEach(other -> all.add(new PayoutElsewhere(other, networks)));
        return all;
    }

    /// The same for what takes money in. No other one takes any on these networks, not even while this one does not.
    List<PayinRail> payinRails(List<PayinRail> others) {
        var all = new ArrayList<PayinRail>();
        wired.ifPresent(each -> all.add(each.room().payin()));
        var taken = wired.map(each -> each.room().payin().networks()).orElse(Set.of());
        others.forEach(other -> all.add(new PayinElsewhere(other, taken)));
        return all;
    }

    /// Takes over what operators have changed since the last look, and where the watch for deposits has begun: there
    /// they are taken from now on.
    ///
    /// @return whether there is anything new
    boolean refresh() {
        var before = watched;
        boolean changed = wired.filter(each -> each.world().refresh()).isPresent();
        watched = watched();
        return changed || !watched.equals(before);
    }

    private Set<String> watched() {
        return wired.map(each -> each.room().payin().refresh()).orElse(Set.of());
    }

    /// Whether a network is configured. Unlike the rails this asks no catalogue, for catalogues are made with it.
    boolean reaches(Network network) {
        return networks.contains(network.network());
    }

    /// Adds what any node does for all.
    void work(Workers workers) {
        wired.ifPresent(chains -> {
            var each = chains.room();
            each.keeper().steps().forEach((name, step) -> workers.every("evm-payouts-" + name, OFTEN, step));
            each.balances().steps().forEach((name, step) -> workers.every("evm-balances-" + name, SELDOM, step));
            each.watcher()
                    .ifPresent(watcher -> watcher.steps()
                            .forEach((name, step) -> workers.every("evm-deposits-" + name, NOW_AND_THEN, step)));
            each.sweeper()
                    .ifPresent(sweeper ->
                            sweeper.steps().forEach((name, step) -> workers.every("evm-sweep-" + name, SELDOM, step)));
        });
    }

    private static List<EvmNetwork> networks(References world, EvmConfig config) {
        return config.lines().keySet().stream()
                .map(name -> network(world, evmNetwork(world, name)))
                .toList();
    }

    /// The network of a name, also where it was switched off: that ends what is offered, not what is on its way.
    private static Network evmNetwork(References world, String name) {
        return world.everyNetwork().stream()
                .filter(network -> network.network().equals(name))
                .filter(network -> network.blockchainType() == BlockchainType.EVM)
                .findFirst()
                .orElseThrow(() -> new EvmSettings.Unusable("SLUICE_EVM_…_RPC: there is no EVM network named " + name));
    }

    private static EvmNetwork network(References world, Network network) {
        return new EvmNetwork(
                network.network(),
                network.chainId(),
                world.asset(network.nativeToken()).orElseThrow(),
                network.confirmations(),
                Duration.ofMillis(network.blockSeconds()
                        .multiply(MILLIS)
                        .setScale(0, RoundingMode.UP)
                        .longValueExact()));
    }

    /// All of a network's tokens, for what is on its way does not stop where one is switched off.
    private static List<EvmToken> tokens(References world, String network) {
        return world.everyToken().stream()
                .filter(token -> token.network().network().equals(network))
                .map(token -> new EvmToken(
                        token.asset(),
                        network,
                        token.isNative() ? null : token.address(),
                        token.deposit().min().units(),
                        world.isOffered(token.asset())))
                .toList();
    }

    /// Asks the routing table, in which a deposit's destination names the token and the network that are expected. Any
    /// other token may have come instead, and on any other network: one key has the same address on all of them.
    private static DepositAddresses addresses(Database database, Routing routing, EvmTokens tokens, EvmConfig config) {
        return addresses -> {
            var all = config.lines().keySet().stream()
                    .flatMap(network -> tokens.on(network).stream())
                    .toList();
            int atOnce = Math.max(1, KEYS_MAX / Math.max(1, all.size()));
            var asked = List.copyOf(addresses);
            var owners = new HashMap<String, UUID>();
            for (int from = 0; from < asked.size(); from += atOnce) {
                var some = asked.subList(from, Math.min(asked.size(), from + atOnce));
                owners.putAll(owners(database, routing, all, some));
            }
            return owners;
        };
    }

    /// Asks the routing table for the wallets of deposits in a coin.
    private static RecentDeposits deposits(Database database, Routing routing) {
        return (network, coin, from, before, limit) ->
                database
                        .inTx(tx -> routing.wallets(tx, new Destination(coin, network, "").text(), from, before, limit))
                        .stream()
                        .map(route -> new RecentDeposits.Deposited(
                                route.targetId(), Destination.of(route.key()).number()))
                        .toList();
    }

    private static Map<String, UUID> owners(
            Database database, Routing routing, List<EvmToken> tokens, List<String> addresses) {
        var keys = addresses.stream()
                .flatMap(address -> tokens.stream()
                        .map(token -> new Destination(token.asset().code(), token.network(), address).text()))
                .toList();
        return database.inTx(tx -> routing.find(tx, Routing.Kind.DEPOSIT, keys)).stream()
                .collect(Collectors.toMap(
                        route -> Destination.of(route.key()).number(), Routing.Route::targetId, (one, _) -> one));
    }
}
