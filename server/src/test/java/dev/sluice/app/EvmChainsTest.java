package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.clock.Clocks;
import dev.sluice.config.Config;
import dev.sluice.config.EvmSettings;
import dev.sluice.db.Database;
import dev.sluice.db.TestDatabase;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.PayinRails;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailHealth;
import dev.sluice.rail.Rails;
import dev.sluice.rail.Wallet;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.rpc.TestNode;
import dev.sluice.rail.sandbox.chain.SandboxChain;
import dev.sluice.rail.sandbox.chain.SandboxChainPayin;
import dev.sluice.rail.sandbox.chain.SandboxNetwork;
import dev.sluice.reference.ReferenceEdits;
import dev.sluice.reference.ReferenceLoader;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import dev.sluice.vault.Vault;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The rail by configuration alone: a node that reports itself as Polygon, with the contracts of the reference data,
/// the service's own workers, and its routing table.
class EvmChainsTest {
    private static final long POLYGON = 137;
    private static final long BSC = 56;
    private static final int CONFIRMATIONS = 128;
    private static final String USDC = "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359";
    private static final String USDT = "0xc2132D05D31c914a87C6611C10748AEb04B58e8F";
    private static final String KEY = "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
    private static final String WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    private static final String PAYEE = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
    private static final String XPUB = "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUH"
            + "Cdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static TestNode node;
    private static TestDatabase database;
    private static Infrastructure ground;
    private static IncomingPayments payments;
    private static ConfiguredRails.Inboxes inboxes;
    private static TenantDirectory directory;
    private static RailHealth health;

    @BeforeAll
    static void open() {
        node = TestNode.start(POLYGON);
        node.place("token", USDC);
        node.place("silent", USDT);
        database = TestDatabase.create();
        var connections = Database.open(database.address(), 8, null);
        var vault = Vault.open(connections, new byte[Vault.MASTER_KEY_BYTES]);
        var clocks = new Clocks(InstantSource.system());
        ground = new Infrastructure(connections, null, vault, clocks, new SecureRandom());
        payments = new IncomingPayments(vault);
        inboxes = new ConfiguredRails.Inboxes(
                new PayoutStatusReports(vault),
                payments,
                new Alerts(connections, InstantSource.system(), (_, _) -> {}));
        directory = TenantDirectory.wire(connections);
        health = new RailHealth(clocks);
        new ReferenceLoader(connections, clocks).load();
    }

    @AfterAll
    static void close() {
        ground.close();
        database.close();
        node.close();
    }

    /// The deposit arrives in a token that was disabled in the meantime.
    @Test
    void payouts_and_deposits_go_by_configuration_alone() throws Exception {
        var chains = EvmChains.wire(
                settings(node.url().toString()), ground, inboxes, directory, PayoutSuspension.NONE, health);
        var rail = chains.rails(List.of()).getFirst();
        assertThat(rail.serves("usdc-polygon", "polygon")).isTrue();
        assertThat(rail.serves("pol-polygon", "polygon")).isTrue();
        assertThat(rail.serves("usdc-base", "base")).isFalse();
        assertThat(rail.serves("IDR", "014")).isFalse();
        assertThat(rail.sender("polygon")).contains(WALLET);
        node.mint(USDC, WALLET, BigInteger.TEN.pow(12));
        node.mint(USDT, WALLET, BigInteger.TEN.pow(12));
        Destination deposit;
        try (var workers = new Workers(InstantSource.system(), () -> false)) {
            chains.work(workers);
            workers.start();
            Eventually.within(PATIENCE, "it is watched", () -> isWatched("polygon"));
            deposit = deposit(chains, "usdc-polygon", "polygon");
            paysOut(rail);
            var references = new References(ground.database(), Served.everything());
            var edits = new ReferenceEdits(ground.database(), references, ground.clocks());
            assertThat(edits.offerToken("usdt-polygon", false)).isTrue();
            assertThat(chains.refresh()).isTrue();
            assertThat(rail.serves("usdt-polygon", "polygon")).isFalse();
            var simulated = new SandboxChain(ground.database(), ground.clocks(), SandboxNetworks.of(references));
            var rails = new Rails(chains.rails(List.of(simulated)));
            assertThat(rails.forPayout("usdt-polygon", "polygon"))
                    .as("what is played on a real network reaches nobody")
                    .isEmpty();
            assertThat(rails.forReturn("usdt-polygon", "polygon").map(Rail::name))
                    .contains(EvmRail.NAME);
            assertThat(rails.forPayout("usdc-base", "base").map(Rail::name)).contains(simulated.name());
            assertThat(rail.serves("usdc-polygon", "polygon")).isTrue();
            node.mint(USDT, deposit.number(), BigInteger.valueOf(4_200_000));
            node.mine(CONFIRMATIONS);
            Eventually.within(PATIENCE, "it came in", () -> !received(deposit).isEmpty());
        }
        assertThat(health.of(EvmRail.NAME)).satisfies(reading -> {
            assertThat(reading.calls()).isPositive();
            assertThat(reading.answeredAt()).isNotNull();
        });
        assertThat(received(deposit)).singleElement().satisfies(payment -> {
            assertThat(payment.destination()).isEqualTo(new Destination("usdt-polygon", "polygon", deposit.number()));
            assertThat(payment.amount().units()).isEqualTo(4_200_000);
        });
    }

    /// A payer's most frequent mistake: the same address, on another network.
    @Test
    void what_comes_on_another_network_than_was_asked_for_is_seen_and_is_to_be_swept() throws Exception {
        // The network was reached once before.
        database.database()
                .run(tx -> tx.handle()
                        .execute("INSERT INTO rail_evm_cursor (network, next_block, second_pass_block, span, leased_to,"
                                + " moved_at) VALUES ('base', 1, 1, 1, '2020-01-01 00:00Z', now())"));
        var chains = EvmChains.wire(
                settings(node.url().toString(), Map.of("SLUICE_EVM_BASE_RPC", "http://127.0.0.1:1")),
                ground,
                inboxes,
                directory,
                PayoutSuspension.NONE,
                health);
        var deposit = deposit(chains, "usdc-base", "base");
        try (var workers = new Workers(InstantSource.system(), () -> false)) {
            chains.work(workers);
            workers.start();
            Eventually.within(PATIENCE, "it is watched", () -> isWatched("polygon"));
            node.mint(USDC, deposit.number(), BigInteger.valueOf(4_300_000));
            node.mine(CONFIRMATIONS);
            Eventually.within(PATIENCE, "it came in", () -> !received(deposit).isEmpty());
        }
        chains.refresh();
        assertThat(received(deposit)).singleElement().satisfies(payment -> {
            assertThat(payment.destination()).isEqualTo(new Destination("usdc-polygon", "polygon", deposit.number()));
            assertThat(payment.amount())
                    .isEqualTo(new Money(
                            BigInteger.valueOf(4_300_000), payment.amount().asset()));
        });
        var key = database.database()
                .read(handle -> handle.createQuery("""
                    SELECT deposit_id FROM rail_evm_sweep
                    WHERE network = 'polygon' AND token = 'usdc-polygon' AND address = :address
                    """)
                        .bind("address", deposit.number())
                        .mapTo(UUID.class)
                        .one());
        assertThat(chains.payinRails(List.of())
                        .getFirst()
                        .wallet("usdc-polygon", "polygon", key)
                        .orElseThrow()
                        .address())
                .isEqualTo(deposit.number());
    }

    /// Payments made before that are never detected. A simulated address has no owner on a real network.
    @Test
    void deposits_are_taken_on_a_network_once_it_is_watched_by_any_node_and_by_no_other_rail_before() throws Exception {
        var networks = SandboxNetworks.of(new References(ground.database(), Served.everything()));
        var away = wireBsc("http://127.0.0.1:1");
        var rails = new PayinRails(away.payinRails(List.of(new SandboxChainPayin(networks))), _ -> false);
        var references = new References(
                ground.database(),
                new Served(
                        _ -> true,
                        _ -> true,
                        _ -> false,
                        token -> rails.first(rail -> takes(rail, token.id())).isPresent()));
        assertThat(references.token("usdc-bsc")).isEmpty();
        assertThat(references.token("usdc-base")).isPresent();
        assertThat(away.rails(List.of()).getFirst().serves("usdc-bsc", "bsc")).isTrue();
        assertThat(away.refresh()).isFalse();
        try (var bsc = TestNode.start(BSC);
                var workers = new Workers(InstantSource.system(), () -> false)) {
            var near = wireBsc(bsc.url().toString());
            near.work(workers);
            workers.start();
            Eventually.within(PATIENCE, "it is watched", () -> isWatched("bsc"));
            Eventually.within(
                    PATIENCE,
                    "it is offered where it is watched",
                    () -> near.payinRails(List.of())
                            .getFirst()
                            .wallet("usdc-bsc", "bsc", UUID.randomUUID())
                            .isPresent());
        }
        assertThat(rails.first(rail -> takes(rail, "usdc-bsc"))).isEmpty();
        assertThat(away.refresh()).isTrue();
        assertThat(away.refresh()).isFalse();
        references.reload();
        assertThat(references.token("usdc-bsc")).isPresent();
        assertThat(rails.first(rail -> takes(rail, "usdc-bsc")).map(PayinRail::name))
                .contains(EvmRail.NAME);
    }

    private static EvmChains wireBsc(String endpoint) throws Config.Invalid {
        var settings = Config.load(
                        Map.of(
                                "SLUICE_EVM_BSC_RPC", endpoint,
                                "SLUICE_EVM_PRIVATE_KEY", KEY,
                                "SLUICE_EVM_DEPOSIT_XPUB", XPUB),
                        Path.of("target", "absent.yaml"))
                .evm();
        return EvmChains.wire(settings, ground, inboxes, directory, PayoutSuspension.NONE, health);
    }

    private static boolean takes(PayinRail rail, String token) {
        var network = token.substring(token.indexOf('-') + 1);
        return rail.wallet(token, network, UUID.randomUUID()).isPresent();
    }

    @Test
    void a_network_that_there_is_not_stops_the_start() {
        assertThatExceptionOfType(EvmSettings.Unusable.class)
                .isThrownBy(() -> EvmChains.wire(
                        Config.load(
                                        Map.of("SLUICE_EVM_STELLAR_RPC", "http://127.0.0.1:1"),
                                        Path.of("target", "absent.yaml"))
                                .evm(),
                        ground,
                        inboxes,
                        directory,
                        PayoutSuspension.NONE,
                        health))
                .withMessageContaining("stellar");
    }

    /// Pending payments there continue after a restart, but no new ones are offered.
    @Test
    void a_network_that_was_switched_off_is_served_on_but_not_offered() throws Exception {
        offer("polygon", false);
        try {
            var rail = EvmChains.wire(
                            settings(node.url().toString()), ground, inboxes, directory, PayoutSuspension.NONE, health)
                    .rails(List.of())
                    .getFirst();
            assertThat(rail.sender("polygon")).contains(WALLET);
            assertThat(rail.serves("usdc-polygon", "polygon")).isFalse();
            var references = new References(ground.database(), Served.everything());
            assertThat(references.network("polygon")).isEmpty();
            assertThat(SandboxNetworks.of(references))
                    .extracting(SandboxNetwork::name)
                    .contains("polygon", "base");
        } finally {
            offer("polygon", true);
        }
    }

    @Test
    void without_settings_there_is_no_rail() {
        var none = EvmChains.wire(EvmSettings.OFF, ground, inboxes, directory, PayoutSuspension.NONE, health);
        assertThat(none.rails(List.of())).isEmpty();
        assertThat(none.payinRails(List.of())).isEmpty();
    }

    private static void offer(String network, boolean offered) {
        database.database()
                .run(tx -> tx.handle()
                        .execute("UPDATE reference_network SET enabled = ? WHERE network = ?", offered, network));
    }

    private static boolean isWatched(String network) {
        return database.database()
                .read(handle -> handle.createQuery("SELECT count(*) FROM rail_evm_cursor WHERE network = :network")
                                .bind("network", network)
                                .mapTo(Integer.class)
                                .one()
                        == 1);
    }

    /// Returns a deposit that is expected in one token and paid in another.
    private static Destination deposit(EvmChains chains, String token, String network) {
        var id = UUID.randomUUID();
        chains.refresh();
        var address = chains.payinRails(List.of())
                .getFirst()
                .wallet(token, network, id)
                .orElseThrow()
                .address();
        var destination = new Destination(token, network, address);
        ground.database()
                .run(tx -> directory.claim(
                        tx,
                        List.of(new TenantDirectory.Route(
                                TenantDirectory.Kind.DEPOSIT, destination.text(), UUID.randomUUID(), id, null))));
        return destination;
    }

    private static void paysOut(Rail rail) throws Exception {
        var payout = new PayoutRef(UUID.randomUUID(), UUID.randomUUID());
        rail.submit(List.of(new Instruction(
                payout,
                new Money(BigInteger.valueOf(1_500_000), Asset.crypto("usdc-polygon", 6)),
                new Wallet("polygon", PAYEE, null),
                null)));
        node.mine(CONFIRMATIONS);
        Eventually.within(
                PATIENCE,
                "it is paid out",
                () -> rail.queryOutcomes(List.of(payout)).getFirst() instanceof Outcome.Settled);
        assertThat(node.tokens(USDC, PAYEE)).isEqualTo(1_500_000);
    }

    private static List<IncomingPayment> received(Destination deposit) {
        return ground
                .database()
                .inTx(tx -> payments.unread(tx, ground.clocks().instant().plus(PATIENCE), 10)
                        .notices())
                .stream()
                .map(IncomingPayments.Entry::payment)
                .filter(payment -> payment.destination().number().equals(deposit.number()))
                .toList();
    }

    private static EvmSettings settings(String endpoint) throws Config.Invalid {
        return settings(endpoint, Map.of());
    }

    private static EvmSettings settings(String endpoint, Map<String, String> more) throws Config.Invalid {
        var all = new HashMap<>(Map.of(
                "SLUICE_EVM_POLYGON_RPC", endpoint,
                "SLUICE_EVM_PRIVATE_KEY", KEY,
                "SLUICE_EVM_DEPOSIT_XPUB", XPUB));
        all.putAll(more);
        return Config.load(all, Path.of("target", "absent.yaml")).evm();
    }
}
