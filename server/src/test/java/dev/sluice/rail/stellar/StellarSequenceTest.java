package dev.sluice.rail.stellar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.stellar.payout.Payment;
import dev.sluice.rail.stellar.payout.StellarPaymentStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Channel accounts with a different sequence number than the stored one: payouts continue, and each is paid once.
class StellarSequenceTest {
    private static final long COIN = StellarTestNetwork.COIN;
    /// More than the limit of the history look-up.
    private static final long FAR = 5_000;

    private TestDatabase database;
    private StellarTestNetwork network;
    private StandInAccount payee;

    @BeforeEach
    void open() {
        database = TestDatabase.create();
        network = new StellarTestNetwork(database.database(), 1);
        payee = network.payee();
    }

    @AfterEach
    void close() {
        network.close();
        database.close();
    }

    /// A channel after a restore of a backup, or after an operation that skips numbers (`BumpSequence`).
    @Test
    void a_channel_that_is_past_the_number_that_is_kept_goes_on_with_its_own() {
        var before = submitted();
        network.work();
        assertThat(network.queryOutcome(before)).isInstanceOf(Outcome.Settled.class);
        var channel = channel();
        network.now.set(network.now.get().plusSeconds(5));
        network.ledger.close();
        channel.sequence += FAR;
        channel.sequenceSince = network.ledger.closedAt();
        network.now.set(network.now.get().plusSeconds(5));
        network.ledger.close();
        var late = submitted();
        network.pass(Duration.ofSeconds(20));
        assertThat(network.queryOutcome(late)).isInstanceOf(Outcome.Settled.class);
        assertThat(payment(late).abandonedHashes()).hasSize(1);
        assertThat(payment(late).expired()).isZero();
        var next = submitted();
        network.pass(Duration.ofMinutes(10));
        assertThat(network.queryOutcome(next)).isInstanceOf(Outcome.Settled.class);
        assertThat(payment(next).abandonedHashes()).isEmpty();
        assertThat(network.held(payee)).isEqualTo(3 * COIN);
        assertThat(network.ledger.history()).hasSize(3).allMatch(StandInLedger.Applied::successful);
    }

    /// The transaction may have been applied in that very ledger, so signing another one could pay twice.
    @Test
    void a_number_that_was_passed_after_a_transaction_was_signed_is_not_given_up() {
        network.horizon.automatic(false);
        var instruction = submitted();
        network.work();
        var signed = ((Payment.Signed) payment(instruction).state()).transaction();
        network.ledger.dropQueue();
        network.now.set(network.now.get().plusSeconds(5));
        network.ledger.close();
        channel().sequence += FAR;
        channel().sequenceSince = network.ledger.closedAt();
        network.pass(Duration.ofMinutes(5));
        assertThat(payment(instruction).state())
                .isInstanceOfSatisfying(
                        Payment.Signed.class,
                        still -> assertThat(still.transaction().hash()).isEqualTo(signed.hash()));
        assertThat(network.held(payee)).isZero();
    }

    private Instruction submitted() {
        var instruction = network.usdc(payee.id, COIN, null);
        network.submit(instruction);
        return instruction;
    }

    private StandInAccount channel() {
        return network.ledger
                .find(network.settings().channels().getFirst().account())
                .orElseThrow();
    }

    private Payment payment(Instruction instruction) {
        return Objects.requireNonNull(network.database
                .inTx(tx -> StellarPaymentStore.read(tx, List.of(instruction.payout())))
                .get(instruction.payout()));
    }
}
