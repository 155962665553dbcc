package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.config.Config;
import dev.sluice.db.Database;
import dev.sluice.db.TestDatabase;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Switch;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailHealth;
import dev.sluice.rail.RailStop;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.Wallet;
import dev.sluice.reference.ReferenceEdits;
import dev.sluice.reference.ReferenceLoader;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import dev.sluice.vault.Vault;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The rail to Stellar, configured from the reference data.
class StellarChainTest {
    private static final String ACCOUNT = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
    private static final String SEED = "SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN";
    /// An address that does not answer.
    private static final String NOWHERE = "http://127.0.0.1:1";

    private TestDatabase database;
    private Infrastructure ground;
    private Organizations organizations;

    @BeforeEach
    void open() {
        database = TestDatabase.create();
        var connections = Database.open(database.address(), 2, null);
        var vault = Vault.open(connections, new byte[Vault.MASTER_KEY_BYTES]);
        ground = new Infrastructure(connections, null, vault, new Clocks(InstantSource.system()), new SecureRandom());
        new ReferenceLoader(ground.database(), ground.clocks()).load();
        organizations = Organizations.wire(ground.database(), ground.clocks());
    }

    @AfterEach
    void close() {
        ground.close();
        database.close();
    }

    @Test
    void a_network_whose_own_coin_was_switched_off_is_wired_all_the_same() throws Exception {
        var references = new References(ground.database(), Served.everything());
        var edits = new ReferenceEdits(ground.database(), references, ground.clocks());
        assertThat(edits.offerToken("xlm-stellar", false)).isTrue();
        var config = Config.load(
                Map.of("SLUICE_STELLAR_HORIZON", NOWHERE, "SLUICE_STELLAR_DEPOSIT_ACCOUNT", ACCOUNT),
                Path.of("target", "absent.yaml"));
        var health = new RailHealth(ground.clocks());
        try (var chain = StellarChain.wire(config, ground, inboxes(), PayoutSuspension.NONE, health)) {
            var rail = chain.payinsBefore(List.of()).getFirst();
            assertThat(rail.wallet("usdc-stellar", "stellar", UUID.randomUUID()))
                    .isPresent();
            assertThat(rail.wallet("xlm-stellar", "stellar", UUID.randomUUID())).isEmpty();
        }
    }

    /// A simulated payout on a real network reaches no one, so the sandbox makes none, even before this node has
    /// loaded the change.
    @Test
    void a_token_that_is_put_on_offer_after_the_start_goes_by_the_network_alone() throws Exception {
        var references = new References(ground.database(), Served.everything());
        var edits = new ReferenceEdits(ground.database(), references, ground.clocks());
        assertThat(edits.offerToken("usdc-stellar", false)).isTrue();
        try (var rails = rails(ConfiguredRails::sandbox)) {
            assertThat(payout(rails, "usdc-stellar")).isEmpty();
            assertThat(payin(rails, "usdc-stellar")).isEmpty();
            assertThat(edits.offerToken("usdc-stellar", true)).isTrue();
            assertThat(payout(rails, "usdc-stellar")).isEmpty();
            assertThat(payin(rails, "usdc-stellar")).isEmpty();
            assertThat(rails.refresh()).isTrue();
            assertThat(payout(rails, "usdc-stellar")).contains("stellar");
            assertThat(payin(rails, "usdc-stellar")).contains("stellar");
            assertThat(rails.refresh()).isFalse();
            assertThat(payout(rails, "usdc-polygon")).contains("sandbox-chain");
            assertThat(payin(rails, "usdc-polygon")).contains("sandbox-chain");
        }
    }

    private static Optional<String> payout(ConfiguredRails rails, String token) {
        return rails.payouts().forPayout(token, network(token)).map(Rail::name);
    }

    private static Optional<String> payin(ConfiguredRails rails, String token) {
        return rails.payins()
                .first(rail ->
                        rail.wallet(token, network(token), UUID.randomUUID()).isPresent())
                .map(PayinRail::name);
    }

    private static String network(String token) {
        return token.substring(token.indexOf('-') + 1);
    }

    /// As after a restore: the payout is queued, and the rail was stopped while no workers ran.
    @Test
    void a_rail_that_was_stopped_before_a_node_starts_takes_nothing_up_there() throws Exception {
        stop(true);
        try (var rails = rails()) {
            submit(rails, UUID.randomUUID());
            work(rails);
            assertThat(takenUp()).isZero();
            stop(false);
            rails.stops().refresh();
            work(rails);
            assertThat(takenUp()).isEqualTo(1);
        }
    }

    @Test
    void nothing_is_taken_up_of_an_organization_that_is_frozen() throws Exception {
        var frozen = organizations.create("Frozen", Switches.sandbox()).id();
        organizations.setSwitch(frozen, Switch.FROZEN, true);
        try (var rails = rails()) {
            submit(rails, frozen);
            work(rails);
            assertThat(takenUp()).isZero();
            organizations.setSwitch(frozen, Switch.FROZEN, false);
            work(rails);
            assertThat(takenUp()).isEqualTo(1);
        }
    }

    /// The rail answers queries from our own database, so they do not count as answers of the network.
    @Test
    void a_network_that_does_not_answer_is_a_failure_of_its_rail_and_our_own_answers_are_none() throws Exception {
        try (var rails = rails()) {
            var payout = submit(rails, UUID.randomUUID());
            work(rails);
            var rail = rails.payouts().named("stellar").orElseThrow();
            assertThat(rail.queryOutcomes(List.of(payout))).hasSize(1);
            var reading = rails.health().of("stellar");
            assertThat(reading.failures()).isEqualTo(1).isEqualTo(reading.calls());
            assertThat(reading.answeredAt()).isNull();
            assertThat(reading.failedAt()).isNotNull();
            assertThat(reading.failure()).contains("127.0.0.1:1");
        }
    }

    private void stop(boolean stopped) {
        new RailStops(ground.database())
                .put(new RailStop(
                        "stellar", stopped, "restored", "Ana", ground.clocks().realInstant()));
    }

    private ConfiguredRails rails() throws Exception {
        return rails((_, _, _) -> new ConfiguredRails.Simulated(List.of(), List.of(), _ -> {}));
    }

    private ConfiguredRails rails(ConfiguredRails.Simulator simulator) throws Exception {
        var config = Config.load(
                Map.of(
                        "SLUICE_STELLAR_HORIZON", NOWHERE,
                        "SLUICE_STELLAR_SECRET_SEED", SEED,
                        "SLUICE_STELLAR_DEPOSIT_ACCOUNT", ACCOUNT),
                Path.of("target", "absent.yaml"));
        return ConfiguredRails.wire(
                config,
                ground,
                () -> URI.create("http://127.0.0.1"),
                new ConfiguredRails.Merchants(TenantDirectory.wire(ground.database()), organizations),
                inboxes(),
                simulator);
    }

    private ConfiguredRails.Inboxes inboxes() {
        return new ConfiguredRails.Inboxes(
                new PayoutStatusReports(ground.vault()),
                new IncomingPayments(ground.vault()),
                new Alerts(ground.database(), ground.clocks(), (_, _) -> {}));
    }

    private static PayoutRef submit(ConfiguredRails rails, UUID organization) {
        var instruction = new Instruction(
                new PayoutRef(organization, UUID.randomUUID()),
                new Money(BigInteger.TEN, Asset.crypto("usdc-stellar", 7)),
                new Wallet("stellar", ACCOUNT, null),
                null);
        rails.payouts().named("stellar").orElseThrow().submit(List.of(instruction));
        return instruction.payout();
    }

    private static void work(ConfiguredRails rails) {
        try (var workers = new Workers(InstantSource.system(), () -> false)) {
            rails.work(workers);
            var step = Objects.requireNonNull(workers.steps().get("stellar-payouts-1"));
            assertThat(step.getAsBoolean()).isFalse();
        }
    }

    /// Returns the number of leased sources. A worker that claims a payout calls the network first; since it does
    /// not answer, the source account stays leased for a while.
    private long takenUp() {
        return ground.database()
                .read(handle -> handle.createQuery(
                                "SELECT count(*) FROM rail_stellar_source WHERE leased_until IS NOT NULL")
                        .mapTo(Long.class)
                        .one());
    }
}
