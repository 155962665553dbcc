package dev.sluice.rail.stellar;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailHealth;
import dev.sluice.rail.Wallet;
import dev.sluice.rail.stellar.horizon.LedgerWatch;
import dev.sluice.rail.stellar.payout.StellarPayoutWorker;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.stellar.sdk.StrKey;

/// A test network with a manual clock, its Horizon, a hot account with money, and payees.
public final class StellarTestNetwork implements AutoCloseable {
    public static final String PASSPHRASE = "Stand-in of a network ; November 2026";
    public static final UUID ORGANIZATION = UUID.fromString("01993f80-0000-7000-8000-000000000001");
    public static final long COIN = 10_000_000;
    private static final UUID OTHER_ORGANIZATION = UUID.fromString("01993f80-0000-7000-8000-000000000002");
    private static final long PLENTY = 1_000_000_000 * COIN;
    private static final Duration LEDGER = Duration.ofSeconds(5);
    private static final AtomicInteger KEYS = new AtomicInteger();

    public final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T02:30:00.000Z"));
    public final Clocks clocks = new Clocks(now::get);
    public final StandInLedger ledger = new StandInLedger(PASSPHRASE, now::get);
    public final StandIn horizon = new StandIn(ledger, PASSPHRASE);
    public final SecretKey hot = key();
    public final String issuer = key().account();
    public final String deposits = key().account();
    public final StellarToken usdc = StellarToken.issued("usdc-stellar", "USDC", issuer);
    public final StellarToken xlm = StellarToken.coin("xlm-stellar");
    public final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    public final RailHealth health = new RailHealth(clocks);
    private final List<Alerts.Alert> alerts = new ArrayList<>();
    public final Set<String> stopped = ConcurrentHashMap.newKeySet();
    public final Set<UUID> frozen = ConcurrentHashMap.newKeySet();
    public final Database database;
    public final IncomingPayments incomingPayments;
    final Vault vault;
    private final List<SecretKey> channels;
    private final List<StellarModule> rooms = new ArrayList<>();
    private List<URI> horizons;
    private StellarModule module;
    private int count;

    /// @param channels number of channel accounts; with none, the hot account uses its own sequence numbers
    public StellarTestNetwork(Database database, int channels) {
        this.database = database;
        this.vault = Vault.open(database, new byte[Vault.MASTER_KEY_BYTES]);
        this.incomingPayments = new IncomingPayments(vault);
        this.channels = IntStream.range(0, channels).mapToObj(_ -> key()).toList();
        this.channels.forEach(channel -> ledger.account(channel.account(), 1_000 * COIN));
        ledger.account(hot.account(), PLENTY).trust("USDC", issuer, Long.MAX_VALUE, PLENTY);
        this.horizons = List.of(horizon.uri());
        this.module = wired();
    }

    /// Uses several Horizons from now on, in order of preference.
    void horizons(List<URI> all) {
        horizons = all;
        module = wired();
    }

    /// Returns the alerts for operators.
    public List<Alerts.Alert> alerts() {
        return List.copyOf(alerts);
    }

    public static SecretKey key() {
        var seed = ByteBuffer.allocate(32).putInt(KEYS.incrementAndGet()).array();
        return SecretKey.of(String.valueOf(StrKey.encodeEd25519SecretSeed(seed)));
    }

    public StellarSettings settings() {
        return new StellarSettings(
                horizons, PASSPHRASE, Optional.of(hot), channels, Optional.of(deposits), StellarSettings.FEE_MAX);
    }

    public StellarModule wired() {
        return wired(settings());
    }

    public StellarModule wired(StellarSettings settings) {
        return wired(settings, List.of(usdc, xlm));
    }

    public StellarModule wired(StellarSettings settings, List<StellarToken> tokens) {
        var told = new Alerts(database, now::get, (_, alert) -> alerts.add(alert));
        var suspension = new PayoutSuspension(stopped::contains, () -> frozen);
        var dependencies = new StellarModule.Dependencies(
                database, clocks, incomingPayments, meters, suspension, health, told, vault);
        var wired = StellarModule.wire(dependencies, settings, () -> tokens);
        rooms.add(wired);
        return wired;
    }

    /// Recreates every object, as after a restart.
    public void restart() {
        module = wired();
    }

    public Rail rail() {
        return module.payouts().orElseThrow().rail();
    }

    public StellarPayoutWorker worker() {
        return module.payouts().orElseThrow().worker();
    }

    LedgerWatch ledgers() {
        return module.ledgers();
    }

    public StellarModule.Deposits in() {
        return module.deposits().orElseThrow();
    }

    /// Lets the teller do all due work.
    public void work() {
        while (worker().step()) {
            // Repeat until nothing is due.
        }
    }

    /// Lets time pass, ledger by ledger.
    public void pass(Duration duration) {
        var end = now.get().plus(duration);
        if (duration.compareTo(Duration.ofHours(1)) > 0) {
            now.set(end.minus(LEDGER));
        }
        work();
        while (now.get().isBefore(end)) {
            var next = now.get().plus(LEDGER);
            now.set(next.isBefore(end) ? next : end);
            ledger.close();
            work();
        }
    }

    /// Returns an account with a trustline.
    public StandInAccount payee() {
        var account = ledger.account(key().account(), 5 * COIN);
        account.trust("USDC", issuer, Long.MAX_VALUE, 0);
        return account;
    }

    public long held(StandInAccount account) {
        return account.line("USDC", issuer).balance;
    }

    public Instruction usdc(String address, long stroops, @Nullable String memo) {
        return instruction(usdc.asset(), address, stroops, memo);
    }

    public Instruction xlm(String address, long stroops, @Nullable String memo) {
        return instruction(xlm.asset(), address, stroops, memo);
    }

    private synchronized Instruction instruction(Asset asset, String address, long stroops, @Nullable String memo) {
        var organization = count++ % 2 == 0 ? ORGANIZATION : OTHER_ORGANIZATION;
        return new Instruction(
                new PayoutRef(organization, clocks.newId()),
                new Money(BigInteger.valueOf(stroops), asset),
                new Wallet("stellar", address, memo),
                "INV-1");
    }

    public Outcome submit(Instruction instruction) {
        return rail().submit(List.of(instruction)).getFirst();
    }

    public Outcome queryOutcome(Instruction instruction) {
        return rail().queryOutcomes(List.of(instruction.payout())).getFirst();
    }

    @Override
    public void close() {
        rooms.forEach(StellarModule::close);
        horizon.close();
    }
}
