package dev.sluice.app;

import dev.sluice.config.EvmSettings;
import dev.sluice.db.Database;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.rail.Destination;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailHealth;
import dev.sluice.rail.evm.EvmConfig;
import dev.sluice.rail.evm.EvmModule;
import dev.sluice.rail.evm.EvmNetwork;
import dev.sluice.rail.evm.EvmToken;
import dev.sluice.rail.evm.EvmTokens;
import dev.sluice.rail.evm.deposit.DepositAddresses;
import dev.sluice.rail.evm.deposit.RecentDeposits;
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

/// The rail to EVM networks, configured from the reference data. Empty if no network is configured.
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

    /// The rail, and its own view of the reference data.
    private record Wired(EvmModule module, References world) {}

    /// Wires the rail. The reference data has to be loaded before.
    ///
    /// @throws EvmSettings.Unusable if a configured network does not exist, or the keystore cannot be opened
    static EvmChains wire(
            EvmSettings settings,
            Infrastructure infrastructure,
            ConfiguredRails.Inboxes inboxes,
            TenantDirectory directory,
            PayoutSuspension suspension,
            RailHealth health) {
        var database = infrastructure.database();
        if (settings.withoutKeystore().lines().isEmpty()) {
            return new EvmChains(Optional.empty(), EvmConfig.OFF);
        }
        // The offered tokens depend on the rails' capabilities, so the rails use the complete reference data.
        var world = new References(database, Served.everything());
        var config = settings.open();
        EvmTokens tokens = network -> tokens(world, network);
        var addresses = addresses(database, directory, tokens, config);
        var module = EvmModule.wire(
                new EvmModule.Dependencies(
                        database,
                        infrastructure.clocks(),
                        inboxes.incomingPayments(),
                        infrastructure.meters(),
                        suspension,
                        health,
                        inboxes.alerts(),
                        infrastructure.vault()),
                config,
                new EvmModule.World(networks(world, config), tokens, addresses, deposits(database, directory)));
        return new EvmChains(Optional.of(new Wired(module, world)), config);
    }

    /// Returns the payout rails, this one first. The others then make no new payouts on its networks.
    List<Rail> rails(List<Rail> others) {
        var rail = wired.filter(_ -> pays).map(each -> each.module().rail());
        if (rail.isEmpty()) {
            return others;
        }
        var all = new ArrayList<Rail>(List.of(rail.get()));
        others.forEach(other -> all.add(new ExcludingNetworksRail(other, networks)));
        return all;
    }

    /// Returns the deposit rails, this one first. No other one accepts deposits on these networks, even while this
    /// one does not.
    List<PayinRail> payinRails(List<PayinRail> others) {
        var all = new ArrayList<PayinRail>();
        wired.ifPresent(each -> all.add(each.module().payin()));
        var taken = wired.map(each -> each.module().payin().networks()).orElse(Set.of());
        others.forEach(other -> all.add(new ExcludingNetworksPayinRail(other, taken)));
        return all;
    }

    /// Loads operators' changes, and the networks on which the deposit watcher has started: they accept deposits
    /// from now on.
    ///
    /// @return true if anything changed
    boolean refresh() {
        var before = watched;
        boolean changed = wired.filter(each -> each.world().refresh()).isPresent();
        watched = watched();
        return changed || !watched.equals(before);
    }

    private Set<String> watched() {
        return wired.map(each -> each.module().payin().refresh()).orElse(Set.of());
    }

    /// Reports whether a network is configured. Unlike the rails, this needs no catalogue, because it is used to
    /// create catalogues.
    boolean reaches(Network network) {
        return networks.contains(network.network());
    }

    /// Adds the shared workers: any node can run them for the whole deployment.
    void work(Workers workers) {
        wired.ifPresent(chains -> {
            var each = chains.module();
            each.worker().steps().forEach((name, step) -> workers.every("evm-payouts-" + name, OFTEN, step));
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

    /// Returns a network by name, including a disabled one: its pending payments continue.
    private static Network evmNetwork(References world, String name) {
        return world.everyNetwork().stream()
                .filter(network -> network.network().equals(name))
                .filter(network -> network.blockchainType() == BlockchainType.EVM)
                .findFirst()
                .orElseThrow(
                        () -> new EvmSettings.Unusable(EvmSettings.rpcKey(name) + ": unknown EVM network " + name));
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

    /// Returns all tokens of a network, because pending payments in disabled ones continue.
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

    /// Looks up deposit addresses in the routing table. A deposit's destination there contains the expected token
    /// and network. Payers may send any other token, also on another network, because a key has the same address
    /// on all of them.
    private static DepositAddresses addresses(
            Database database, TenantDirectory directory, EvmTokens tokens, EvmConfig config) {
        return addresses -> {
            var all = config.lines().keySet().stream()
                    .flatMap(network -> tokens.on(network).stream())
                    .toList();
            int atOnce = Math.max(1, KEYS_MAX / Math.max(1, all.size()));
            var asked = List.copyOf(addresses);
            var owners = new HashMap<String, UUID>();
            for (int from = 0; from < asked.size(); from += atOnce) {
                var some = asked.subList(from, Math.min(asked.size(), from + atOnce));
                owners.putAll(owners(database, directory, all, some));
            }
            return owners;
        };
    }

    /// Looks up the deposits' wallets for a coin in the routing table.
    private static RecentDeposits deposits(Database database, TenantDirectory directory) {
        return (network, coin, from, before, limit) ->
                database
                        .inTx(tx ->
                                directory.wallets(tx, new Destination(coin, network, "").text(), from, before, limit))
                        .stream()
                        .map(route -> new RecentDeposits.Deposited(
                                route.targetId(), Destination.of(route.key()).number()))
                        .toList();
    }

    private static Map<String, UUID> owners(
            Database database, TenantDirectory directory, List<EvmToken> tokens, List<String> addresses) {
        var keys = addresses.stream()
                .flatMap(address -> tokens.stream()
                        .map(token -> new Destination(token.asset().code(), token.network(), address).text()))
                .toList();
        return database.inTx(tx -> directory.find(tx, TenantDirectory.Kind.DEPOSIT, keys)).stream()
                .collect(Collectors.toMap(
                        route -> Destination.of(route.key()).number(),
                        TenantDirectory.Route::targetId,
                        (one, _) -> one));
    }
}
