package dev.sluice.rail.evm;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.RailHealth;
import dev.sluice.rail.Wallet;
import dev.sluice.rail.evm.deposit.RecentDeposits;
import dev.sluice.rail.evm.key.ExtendedKey;
import dev.sluice.rail.evm.key.KeySigner;
import dev.sluice.rail.evm.rpc.Fees;
import dev.sluice.rail.evm.rpc.TestNode;
import dev.sluice.rail.evm.rpc.Transaction;
import dev.sluice.rail.evm.wallet.NonceSlot;
import dev.sluice.rail.evm.wallet.NonceStore;
import dev.sluice.rail.evm.wallet.TransactionMac;
import dev.sluice.rail.evm.wallet.TransactionStore;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A node, a database, a wallet with plenty of everything, and a manual clock.
public final class EvmWorld implements AutoCloseable {
    public static final String NETWORK = "anvil";
    public static final Asset COIN = Asset.crypto("eth-anvil", 18);
    public static final Asset USDC = Asset.crypto("usdc-anvil", 6);
    public static final Asset USDT = Asset.crypto("usdt-anvil", 6);
    public static final Asset RFT = Asset.crypto("rft-anvil", 6);
    public static final BigInteger GWEI = BigInteger.TEN.pow(9);
    public static final BigInteger ONE_COIN = BigInteger.TEN.pow(18);
    public static final BigInteger TENTH = ONE_COIN.divide(BigInteger.TEN);
    public static final BigInteger LEAST_COINS = BigInteger.TEN.pow(16);
    public static final BigInteger PLENTY = BigInteger.TEN.pow(30);
    private static final List<UUID> ORGANIZATIONS = List.of(UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID());
    private static final int ROUNDS_MAX = 200;
    private static final int PATIENCE = 3;
    private static final Duration AWHILE = Duration.ofSeconds(4);

    public final TestNode node;
    public final TestDatabase database = TestDatabase.create();
    final Vault vault = Vault.open(database.database(), new byte[Vault.MASTER_KEY_BYTES]);
    final AtomicReference<Instant> time;
    public final Clocks clocks;
    public KeySigner signer = KeySigner.of(new BigInteger(250, new Random()).add(BigInteger.ONE));
    public final RailHealth health;
    public final String usdc;
    public final String usdt;
    public final String refusing;
    public final int confirmations;
    public final ExtendedKey key = ExtendedKey.ofSeed(Hex.bytes(Hex.word(new BigInteger(250, new Random()))));
    public final Map<String, UUID> deposits = new ConcurrentHashMap<>();
    public final Set<Asset> switchedOff = ConcurrentHashMap.newKeySet();
    public final Map<Asset, BigInteger> least = new ConcurrentHashMap<>();
    public final Set<String> stopped = ConcurrentHashMap.newKeySet();
    public final Set<UUID> frozen = ConcurrentHashMap.newKeySet();
    public String treasury = someone();
    final IncomingPayments incomingPayments;
    public final List<Alert> alerts = new CopyOnWriteArrayList<>();
    public SimpleMeterRegistry meters = new SimpleMeterRegistry();
    public BigInteger feeCap = GWEI.multiply(BigInteger.valueOf(500));
    public List<URI> endpoints;
    public EvmModule module;
    public volatile Runnable meanwhile = () -> {};

    private EvmWorld(int confirmations, String... options) {
        this.confirmations = confirmations;
        node = TestNode.start(options);
        endpoints = List.of(node.url());
        time = new AtomicReference<>(InstantSource.system().instant());
        clocks = new Clocks(time::get);
        health = new RailHealth(clocks);
        incomingPayments = new IncomingPayments(vault);
        usdc = node.deploy("token");
        usdt = node.deploy("silent");
        refusing = node.deploy("refusing");
        for (var token : List.of(usdc, usdt, refusing)) {
            node.mint(token, signer.address(), PLENTY);
        }
        node.give(signer.address(), ONE_COIN.multiply(BigInteger.valueOf(100_000)));
        module = newModule();
    }

    public static EvmWorld with(int confirmations, String... options) {
        return new EvmWorld(confirmations, options);
    }

    public EvmNetwork network() {
        return new EvmNetwork(NETWORK, TestNode.CHAIN_ID, COIN, confirmations, Duration.ofSeconds(1));
    }

    /// Recreates the rail, as after a restart.
    public EvmModule newModule() {
        meters = new SimpleMeterRegistry();
        return EvmModule.wire(
                new EvmModule.Dependencies(
                        database.database(),
                        clocks,
                        incomingPayments,
                        meters,
                        new PayoutSuspension(stopped::contains, () -> frozen),
                        health,
                        new Alerts(database.database(), clocks, (_, alert) -> alerts.add(alert)),
                        vault),
                new EvmConfig(
                        Map.of(NETWORK, new EvmConfig.Line(endpoints, feeCap)),
                        Optional.of(signer),
                        Optional.of(key.withoutSecret()),
                        Optional.of(key),
                        Optional.of(treasury)),
                new EvmModule.World(
                        List.of(network()),
                        tokens(),
                        addresses -> {
                            var ours = new HashMap<>(deposits);
                            ours.keySet().retainAll(addresses);
                            return ours;
                        },
                        this::recent));
    }

    /// Returns the address of a new deposit, expected from now on.
    public String deposit() {
        var id = clocks.newId();
        var address =
                module.payin().wallet(USDC.code(), NETWORK, id).orElseThrow().address();
        deposits.put(address, id);
        return address;
    }

    private List<RecentDeposits.Deposited> recent(String network, String coin, UUID from, UUID before, int limit) {
        return deposits.entrySet().stream()
                .map(each -> new RecentDeposits.Deposited(each.getValue(), each.getKey()))
                .filter(each -> each.depositId().toString().compareTo(from.toString()) >= 0
                        && each.depositId().toString().compareTo(before.toString()) < 0)
                .sorted(Comparator.comparing((RecentDeposits.Deposited each) ->
                                each.depositId().toString())
                        .reversed())
                .limit(limit)
                .toList();
    }

    /// Watches up to the newest final block.
    public void watch() {
        do {
            while (watchOnce(module)) {
                // Repeat until everything is read.
            }
        } while (count("SELECT coalesce(min(next_block), 0) FROM rail_evm_cursor")
                <= network().finalAt(node.chain().head().number()));
    }

    /// Returns the receipts that are not reversed.
    public List<IncomingPayment> received() {
        return reports().stream()
                .filter(each -> !each.reversed())
                .map(IncomingPayments.Entry::payment)
                .toList();
    }

    /// Returns all reported entries.
    public List<IncomingPayments.Entry> reports() {
        return database.database()
                .inTx(tx -> incomingPayments
                        .unread(tx, clocks.instant().plus(Duration.ofDays(1)), 10_000)
                        .notices());
    }

    public List<IncomingPayment> received(String address) {
        return received().stream()
                .filter(each -> each.destination().number().equals(address))
                .toList();
    }

    /// Replaces a receipt by one of another amount.
    public void replace(IncomingPayment receipt, BigInteger units) {
        var other = new IncomingPayment(
                receipt.rail(),
                receipt.key(),
                receipt.destination(),
                new Money(units, receipt.amount().asset()),
                receipt.payer(),
                receipt.note(),
                receipt.paidAt(),
                receipt.seenAt());
        execute("DELETE FROM rail_incoming_payment WHERE key = '" + receipt.key() + "'");
        database.database().run(tx -> incomingPayments.add(tx, List.of(other)));
    }

    /// Returns the tokens; a test can run an action during their look-up.
    EvmTokens tokens() {
        return network -> {
            meanwhile.run();
            return network.equals(NETWORK)
                    ? List.of(token(COIN, null), token(USDC, usdc), token(USDT, usdt), token(RFT, refusing))
                    : List.of();
        };
    }

    private EvmToken token(Asset asset, @Nullable String contract) {
        var usual = asset.equals(COIN) ? LEAST_COINS : BigInteger.ONE;
        return new EvmToken(asset, NETWORK, contract, least.getOrDefault(asset, usual), !switchedOff.contains(asset));
    }

    /// Returns an address without an owner.
    public static String someone() {
        return KeySigner.of(new BigInteger(250, new Random()).add(BigInteger.ONE))
                .address();
    }

    /// Returns an address without an owner, with coins for gas.
    public static String someone(TestNode node) {
        var address = someone();
        node.give(address, ONE_COIN);
        return address;
    }

    public Instruction pay(Asset token, String to, long units) {
        var organization = ORGANIZATIONS.get(new Random().nextInt(ORGANIZATIONS.size()));
        return new Instruction(
                new PayoutRef(organization, clocks.newId()),
                new Money(BigInteger.valueOf(units), token),
                new Wallet(NETWORK, to, null),
                null);
    }

    /// Stores a signed payment of the hot wallet with a nonce, without sending it to the node.
    public void sign(long nonce) {
        var call = new Transaction.Call(someone(), BigInteger.ONE, "0x");
        var fees = new Fees(GWEI, GWEI.multiply(BigInteger.TEN));
        var transaction = new Transaction(TestNode.CHAIN_ID, nonce, fees, BigInteger.valueOf(21_000), call);
        var signed = transaction.signed(signer);
        var now = clocks.instant();
        var movement = new NonceSlot.Movement(COIN.code(), BigInteger.ONE, call);
        var slot = NonceSlot.fresh(transaction, NETWORK, signer.address(), null, movement, signed.hash(), now);
        var stored = new TransactionStore.StoredTransaction(
                NETWORK, signer.address(), nonce, signed.hash(), signed.raw(), false);
        database.database().run(tx -> {
            NonceStore.insert(tx, List.of(slot));
            TransactionStore.insert(tx, new TransactionMac(vault), List.of(stored), now);
        });
    }

    public void pass(Duration duration) {
        time.updateAndGet(now -> now.plus(duration));
    }

    public boolean stepPayouts() {
        return keepOnce(module);
    }

    public static boolean keepOnce(EvmModule module) {
        return module.worker().steps().values().stream().anyMatch(BooleanSupplier::getAsBoolean);
    }

    public static boolean watchOnce(EvmModule module) {
        return module.watcher().orElseThrow().steps().values().stream().anyMatch(BooleanSupplier::getAsBoolean);
    }

    public static boolean sweepOnce(EvmModule module) {
        return module.sweeper().orElseThrow().steps().values().stream().anyMatch(BooleanSupplier::getAsBoolean);
    }

    /// Mines blocks until all payouts that can end have ended. A busy node may leave a request without an answer,
    /// and the retry follows after a while: time passes when blocks alone change nothing.
    public void settle() {
        settle(ROUNDS_MAX);
    }

    public void settle(int rounds) {
        int still = 0;
        for (int round = 0; round < rounds && open() > 0; round++) {
            long before = open();
            node.mine(confirmations);
            while (stepPayouts()) {
                node.mine(confirmations);
            }
            still = open() < before ? 0 : still + 1;
            if (still > PATIENCE) {
                pass(AWHILE);
            }
        }
    }

    long open() {
        return count("SELECT count(*) FROM rail_evm_payout WHERE state = 'signed'"
                + " OR (state = 'queued' AND coalesce(waits_for, 'node') = 'node')");
    }

    /// Returns the total of the reported charges.
    public BigInteger charged() {
        return database.database()
                .read(handle -> handle.createQuery("SELECT coalesce(sum(units), 0) FROM rail_charge")
                        .mapTo(BigDecimal.class)
                        .one())
                .toBigIntegerExact();
    }

    public long count(String sql) {
        return database.database()
                .read(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }

    public String text(String sql) {
        return database.database()
                .read(handle -> handle.createQuery(sql).mapTo(String.class).one());
    }

    public void execute(String sql) {
        database.database().run(tx -> tx.handle().execute(sql));
    }

    @Override
    public void close() {
        node.close();
        database.close();
    }
}
