package dev.sluice.bench.chain;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Migrations;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.money.Asset;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.RailHealth;
import dev.sluice.rail.evm.EvmConfig;
import dev.sluice.rail.evm.EvmModule;
import dev.sluice.rail.evm.EvmNetwork;
import dev.sluice.rail.evm.EvmToken;
import dev.sluice.rail.evm.key.ExtendedKey;
import dev.sluice.rail.evm.key.Signer;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/// The EVM rail with a database and a node of its own.
///
/// @param node URL of the JSON-RPC endpoint
record RailEnvironment(
        URI node,
        Database database,
        Clocks clocks,
        IncomingPayments incomingPayments,
        Vault vault,
        TenantDirectory directory)
        implements AutoCloseable {
    static final String NETWORK = "bench";

    private static final int CONNECTIONS_MAX = 8;
    private static final int ADDRESSES_MAX = 5_000;
    private static final Duration UNTIL_REUSABLE = Duration.ofDays(365);
    private static final BigInteger FEE_CAP = BigInteger.TEN.pow(12);
    private static final Duration BLOCK_TIME = Duration.ofSeconds(1);
    /// The public key of the first test vector of BIP-32 (chain `m`). No address is derived from it.
    private static final String DEPOSIT_KEY =
            "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rup"
                    + "je8YtGqsefD265TMg7usUDFdp6W1EGMcet8";

    /// Arguments of a process.
    record Plan(Database.Address address, AlternatingRun.Plan turns) {
        static Plan of(List<String> arguments) {
            if (arguments.size() != 6 && arguments.size() != 7) {
                throw new IllegalArgumentException("needs JDBC URL, user, password, the node's URL, milliseconds of"
                        + " warm-up, milliseconds, and may have the id of PostgreSQL's process");
            }
            return new Plan(
                    new Database.Address(arguments.get(0), arguments.get(1), arguments.get(2)),
                    new AlternatingRun.Plan(
                            URI.create(arguments.get(3)),
                            Duration.ofMillis(Long.parseLong(arguments.get(4))),
                            Duration.ofMillis(Long.parseLong(arguments.get(5))),
                            arguments.size() == 7
                                    ? OptionalLong.of(Long.parseLong(arguments.get(6)))
                                    : OptionalLong.empty()));
        }
    }

    static RailEnvironment open(Plan plan) {
        var database = Database.open(plan.address(), CONNECTIONS_MAX, null);
        Migrations.migrate(database);
        var vault = Vault.open(database, new byte[Vault.MASTER_KEY_BYTES]);
        return new RailEnvironment(
                plan.turns().node(),
                database,
                new Clocks(InstantSource.system()),
                new IncomingPayments(vault),
                vault,
                TenantDirectory.wire(database));
    }

    /// Returns the rail with a paying wallet.
    EvmModule paying(Signer signer, String contract) {
        return module(NETWORK, contract, 1, Optional.of(signer), Optional.empty());
    }

    /// Returns the rail with a watcher.
    ///
    /// @param network name of the network in this turn
    EvmModule watching(String network, String contract, int confirmations) {
        return module(network, contract, confirmations, Optional.empty(), Optional.of(ExtendedKey.parse(DEPOSIT_KEY)));
    }

    private EvmModule module(
            String network,
            String contract,
            int confirmations,
            Optional<Signer> signer,
            Optional<ExtendedKey> depositKey) {
        var tokens = List.of(
                new EvmToken(Token.COIN, network, null, BigInteger.ONE, true),
                new EvmToken(Token.ASSET, network, contract, BigInteger.ONE, true));
        return EvmModule.wire(
                new EvmModule.Dependencies(
                        database,
                        clocks,
                        incomingPayments,
                        new SimpleMeterRegistry(),
                        PayoutSuspension.NONE,
                        new RailHealth(clocks),
                        new Alerts(database, clocks, (_, _) -> {}),
                        vault),
                new EvmConfig(
                        Map.of(network, new EvmConfig.Line(List.of(node), FEE_CAP)),
                        signer,
                        depositKey,
                        Optional.empty(),
                        Optional.empty()),
                new EvmModule.World(
                        List.of(new EvmNetwork(network, Node.CHAIN_ID, Token.COIN, confirmations, BLOCK_TIME)),
                        _ -> tokens,
                        addresses -> deposits(network, addresses),
                        (_, _, _, _, _) -> List.of()));
    }

    /// Registers the deposits of the [Traffic], as a merchant's deposits are.
    void expect(String network) {
        var routes = new ArrayList<TenantDirectory.Route>();
        for (int number = 0; number < Traffic.DEPOSITS; number++) {
            routes.add(new TenantDirectory.Route(
                    TenantDirectory.Kind.DEPOSIT,
                    destination(Token.ASSET, network, Traffic.deposit(number)),
                    clocks.newId(),
                    clocks.newId(),
                    clocks.instant().plus(UNTIL_REUSABLE)));
        }
        database.run(tx -> directory.claim(tx, routes));
    }

    /// Looks up deposits in the service's table with its query for both assets, since a payment may be in another
    /// token than expected.
    private Map<String, UUID> deposits(String network, Set<String> addresses) {
        var byKey = new HashMap<String, String>();
        for (var token : List.of(Token.COIN, Token.ASSET)) {
            addresses.forEach(address -> byKey.put(destination(token, network, address), address));
        }
        var deposits = new HashMap<String, UUID>();
        var keys = List.copyOf(byKey.keySet());
        for (int from = 0; from < keys.size(); from += ADDRESSES_MAX) {
            var some = keys.subList(from, Math.min(keys.size(), from + ADDRESSES_MAX));
            database.inTx(tx -> directory.find(tx, TenantDirectory.Kind.DEPOSIT, some))
                    .forEach(route -> deposits.put(byKey.get(route.key()), route.targetId()));
        }
        return deposits;
    }

    private static String destination(Asset token, String network, String address) {
        return new Destination(token.code(), network, address).text();
    }

    @Override
    public void close() {
        database.close();
    }
}
