package dev.sluice.rail.stellar.horizon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.db.TestDatabase;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.stellar.SecretKey;
import dev.sluice.rail.stellar.StandIn;
import dev.sluice.rail.stellar.StandInLedger;
import dev.sluice.rail.stellar.StellarRail;
import dev.sluice.rail.stellar.StellarSettings;
import dev.sluice.rail.stellar.StellarTestNetwork;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Horizons that are unavailable, of another network, or that answer nonsense. The next one is asked; if none
/// answers, payouts wait and do not fail.
class StellarHorizonTest {
    private TestDatabase database;
    private StellarTestNetwork network;
    private Instruction instruction;

    @BeforeEach
    void open() {
        database = TestDatabase.create();
        network = new StellarTestNetwork(database.database(), 0);
        instruction = network.usdc(network.payee().id, StellarTestNetwork.COIN, null);
        network.submit(instruction);
    }

    @AfterEach
    void close() {
        network.close();
        database.close();
    }

    @Test
    void while_horizon_is_away_payouts_wait() {
        network.horizon.away(true);
        network.pass(Duration.ofMinutes(1));
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        network.horizon.away(false);
        network.pass(Duration.ofSeconds(5));
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void operators_see_when_the_network_answered_and_when_it_did_not() {
        network.work();
        var before = network.health.of(StellarRail.NAME);
        assertThat(before.failures()).isZero();
        assertThat(before.answeredAt()).isEqualTo(network.now.get());
        network.horizon.away(true);
        var other = network.usdc(network.payee().id, StellarTestNetwork.COIN, null);
        network.submit(other);
        network.now.set(network.now.get().plusSeconds(10));
        network.work();
        assertThat(network.queryOutcome(other)).isInstanceOf(Outcome.Accepted.class);
        assertThat(network.in().watcher().step()).isFalse();
        var reading = network.health.of(StellarRail.NAME);
        assertThat(reading.answeredAt()).isEqualTo(before.answeredAt());
        assertThat(reading.failures()).isEqualTo(2);
        assertThat(reading.failedAt()).isEqualTo(network.now.get());
        assertThat(reading.failure()).contains("does not answer");
    }

    @Test
    void a_submission_that_nobody_answers_is_a_failure() {
        network.horizon.next(StandIn.Mishap.BUSY);
        network.worker().step();
        assertThat(network.health.of(StellarRail.NAME).failures()).isEqualTo(1);
        assertThat(network.health.of(StellarRail.NAME).failure()).endsWith(" answered 503");
    }

    @Test
    void the_next_horizon_is_asked_where_one_cannot_be_reached() {
        pay(URI.create("http://127.0.0.1:1"));
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void a_horizon_of_another_network_is_never_believed() {
        var ledger = new StandInLedger("Another network", network.clocks);
        try (var other = new StandIn(ledger, "Another network")) {
            pay(other.uri());
            assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
            assertThat(other.submissions).hasValue(0);
        }
    }

    @Test
    void a_horizon_that_is_behind_its_network_is_passed_over() {
        try (var behind = new StandIn(network.ledger, StellarTestNetwork.PASSPHRASE)) {
            behind.behind(100);
            pay(behind.uri());
            assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
            assertThat(behind.submissions).hasValue(0);
        }
    }

    /// A time bound calculated from an old ledger would have passed at once.
    @Test
    void while_horizon_has_fallen_behind_nothing_is_signed() {
        network.work();
        network.horizon.behind(100);
        var other = network.usdc(network.payee().id, StellarTestNetwork.COIN, null);
        network.submit(other);
        network.now.set(network.now.get().plusSeconds(11));
        network.work();
        assertThat(network.queryOutcome(other)).isInstanceOf(Outcome.Accepted.class);
        assertThat(network.horizon.submissions).hasValue(1);
        assertThat(network.health.of(StellarRail.NAME).failure()).contains("is behind");
        network.horizon.behind(1);
        network.pass(Duration.ofSeconds(10));
        assertThat(network.queryOutcome(other)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void a_horizon_that_talks_nonsense_is_passed_over() throws Exception {
        var nonsense = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
        nonsense.createContext("/", exchange -> {
            try (exchange) {
                boolean root = exchange.getRequestURI().getPath().equals("/");
                var body = (root
                                ? "{\"network_passphrase\": \"" + StellarTestNetwork.PASSPHRASE + "\"}"
                                : "<html>It works!</html>")
                        .getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        nonsense.start();
        try {
            pay(URI.create("http://127.0.0.1:" + nonsense.getAddress().getPort() + "/"));
            assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
        } finally {
            nonsense.stop(0);
        }
    }

    @Test
    void transactions_that_are_too_large_for_a_page_are_read_in_smaller_ones() {
        for (int i = 1; i < 12; i++) {
            network.submit(network.usdc(network.payee().id, StellarTestNetwork.COIN, null));
        }
        network.pass(Duration.ofSeconds(30));
        assertThat(network.ledger.history()).hasSize(12);
        var oldest = network.ledger.history().getFirst().entry().inner();
        network.horizon.padding(1 << 20);
        try (var client = HttpClient.newHttpClient()) {
            var at = new Endpoint(
                    client, network.horizon.uri(), StellarTestNetwork.PASSPHRASE, network.clocks, new LatestLedgers());
            for (int records = 200; records >= 12; records /= 2) {
                assertThatThrownBy(() -> Horizon.user(at, oldest.getSourceAccount(), oldest.getSequenceNumber()))
                        .isInstanceOf(HorizonUnavailable.class);
            }
            assertThat(Horizon.user(at, oldest.getSourceAccount(), oldest.getSequenceNumber()))
                    .isPresent();
        }
    }

    @Test
    void of_a_horizon_the_host_alone_is_shown() {
        try (var client = HttpClient.newHttpClient()) {
            assertThat(new Endpoint(
                            client,
                            URI.create("https://horizon.example/its-secret"),
                            "",
                            network.clocks,
                            new LatestLedgers()))
                    .hasToString("horizon.example");
            assertThat(new Endpoint(client, network.horizon.uri(), "", network.clocks, new LatestLedgers()))
                    .hasToString("127.0.0.1:" + network.horizon.uri().getPort());
        }
    }

    @Test
    void a_secret_key_is_never_shown() {
        var seed = "SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN";
        var key = SecretKey.of(seed);
        assertThat(key.account()).isEqualTo("GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6");
        assertThat(key.toString()).contains(key.account()).doesNotContain(seed);
        assertThat(network.settings().toString())
                .contains(network.hot.account())
                .doesNotContain("S1");
        assertThatThrownBy(() -> SecretKey.of(seed.replace('B', 'C')))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("GWSG6BTNCKCO")
                .hasNoCause();
    }

    private void pay(URI first) {
        var settings = network.settings();
        var module = network.wired(new StellarSettings(
                List.of(first, network.horizon.uri()),
                settings.passphrase(),
                settings.hot(),
                settings.channels(),
                Optional.empty(),
                settings.feeMax()));
        assertThat(module.deposits()).isEmpty();
        assertThat(module.payouts().orElseThrow().worker().step()).isTrue();
    }
}
