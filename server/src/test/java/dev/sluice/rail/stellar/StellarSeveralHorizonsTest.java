package dev.sluice.rail.stellar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.db.TestDatabase;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.stellar.StandIn.Mishap;
import dev.sluice.rail.stellar.StandInDocuments.Memo;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The preferred Horizon accepts no envelopes, or stalls: the others replace it, with the same envelope.
class StellarSeveralHorizonsTest {
    private TestDatabase database;
    private StellarTestNetwork network;
    private StandIn preferred;
    private StandInAccount payee;

    @BeforeEach
    void open() {
        database = TestDatabase.create();
        network = new StellarTestNetwork(database.database(), 0);
        preferred = new StandIn(network.ledger, StellarTestNetwork.PASSPHRASE);
        network.horizons(List.of(preferred.uri(), network.horizon.uri()));
        payee = network.payee();
    }

    @AfterEach
    void close() {
        network.close();
        preferred.close();
        database.close();
    }

    @ParameterizedTest
    @EnumSource(Mishap.class)
    void what_one_horizon_does_not_answer_is_offered_to_the_next(Mishap mishap) {
        preferred.fortune(() -> mishap);
        var instruction = submitted();
        network.work();
        var settled = network.queryOutcome(instruction);
        assertThat(settled).isInstanceOf(Outcome.Settled.class);
        assertThat(network.rail().attempts(instruction.payout())).hasSize(1);
        assertThat(preferred.submissions).hasValue(1);
        paidOnce(instruction);
    }

    @Test
    void a_network_that_others_reach_is_not_unavailable() {
        preferred.fortune(() -> Mishap.THROTTLED);
        network.horizon.fortune(() -> Mishap.LOST);
        var instruction = submitted();
        network.pass(Duration.ofMinutes(2));
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        assertThat(network.rail().attempts(instruction.payout()))
                .as("one envelope")
                .hasSize(1);
        assertThat(preferred.submissions).hasPositiveValue();
        assertThat(network.horizon.submissions).hasPositiveValue();
        network.horizon.fortune(() -> null);
        network.pass(Duration.ofSeconds(10));
        paidOnce(instruction);
    }

    @Test
    void payouts_pass_over_a_horizon_that_stands_still_with_its_core() {
        look();
        preferred.standStill(true);
        let(Duration.ofMinutes(2));
        var instruction = submitted();
        network.work();
        paidOnce(instruction);
        assertThat(preferred.submissions).hasValue(0);
    }

    @Test
    void deposits_are_seen_by_another_horizon_while_the_preferred_one_stands_still() {
        look();
        preferred.standStill(true);
        let(Duration.ofMinutes(2));
        deposit(network.horizon);
        network.in().watcher().step();
        assertThat(receipts()).isEqualTo(1);
        preferred.standStill(false);
        deposit(preferred);
        let(Duration.ofSeconds(30));
        network.horizon.away(true);
        network.in().watcher().step();
        assertThat(receipts()).as("the same payment, once").isEqualTo(1);
    }

    @Test
    void a_horizon_that_tells_of_a_ledger_far_ahead_and_does_not_go_on_is_not_followed() {
        try (var liar = new StandIn(
                new StandInLedger(StellarTestNetwork.PASSPHRASE, network.clocks), StellarTestNetwork.PASSPHRASE)) {
            liar.ahead(1_000_000);
            network.horizons(List.of(network.horizon.uri(), liar.uri()));
            let(Duration.ofMinutes(2));
            var instruction = submitted();
            network.work();
            paidOnce(instruction);
        }
    }

    @Test
    void while_all_stand_still_the_preferred_one_is_asked() {
        preferred.standStill(true);
        network.horizon.standStill(true);
        let(Duration.ofMinutes(3));
        deposit(preferred);
        network.in().watcher().step();
        assertThat(receipts()).isEqualTo(1);
    }

    @Test
    void operators_are_told_of_a_horizon_that_stands_still() {
        look();
        preferred.standStill(true);
        let(Duration.ofMinutes(4));
        assertThat(network.alerts()).isEmpty();
        let(Duration.ofMinutes(4));
        assertThat(network.alerts())
                .extracting(Alerts.Alert::rail, Alerts.Alert::condition)
                .containsExactly(tuple(StellarRail.NAME, "horizon/" + host(preferred)));
        assertThat(network.alerts().getFirst().message())
                .isEqualTo(host(preferred) + ": the latest ledger is 5 minutes old. Other Horizons are used");
        assertThat(age(preferred)).isGreaterThanOrEqualTo(480);
        assertThat(network.health.of(StellarRail.NAME).failure()).contains(host(preferred));
    }

    @Test
    void operators_are_told_of_a_horizon_that_never_answered() {
        preferred.away(true);
        let(Duration.ofMinutes(6));
        assertThat(network.alerts())
                .extracting(Alerts.Alert::message)
                .containsExactly(host(preferred) + ": no ledger received for 5 minutes. Other Horizons are used");
    }

    private Instruction submitted() {
        var instruction = network.usdc(payee.id, StellarTestNetwork.COIN, null);
        network.submit(instruction);
        return instruction;
    }

    private void paidOnce(Instruction instruction) {
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
        network.pass(Duration.ofMinutes(4));
        assertThat(network.held(payee)).isEqualTo(StellarTestNetwork.COIN);
        assertThat(network.ledger.history()).hasSize(1);
    }

    private void look() {
        assertThat(network.ledgers().step()).isFalse();
    }

    /// Lets ledgers close, and polls the Horizons as the worker does.
    private void let(Duration duration) {
        for (long passed = 0; passed < duration.toSeconds(); passed += 10) {
            network.pass(Duration.ofSeconds(10));
            look();
        }
    }

    private void deposit(StandIn at) {
        at.payments.add(
                "payment",
                network.now.get(),
                true,
                new Memo("id", "7"),
                operation -> operation
                        .put("from", "GPAYER")
                        .put("to", network.deposits)
                        .put("amount", "2.0000000")
                        .put("asset_type", "native"));
    }

    private int receipts() {
        return database.database()
                .inTx(tx -> network.incomingPayments
                        .unread(tx, network.now.get().plusSeconds(60), 10)
                        .notices())
                .size();
    }

    private double age(StandIn of) {
        return network.meters
                .get("sluice.stellar.ledger.age")
                .tag("horizon", host(of))
                .gauge()
                .value();
    }

    private static String host(StandIn of) {
        return Stream.of(of.uri()).map(URI::getAuthority).findFirst().orElseThrow();
    }
}
