package dev.sluice.rail.stellar.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Attempt;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.stellar.StandIn.Mishap;
import dev.sluice.rail.stellar.StandInLedger;
import dev.sluice.rail.stellar.StellarSettings;
import dev.sluice.rail.stellar.StellarTestNetwork;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.stellar.sdk.Memo;

/// Outcomes of a signed transaction when answers are lost, fees rise, others use the account, or time runs out. The
/// payout is paid once, or not at all.
class StellarSubmitterTest extends StellarCase {
    @ParameterizedTest
    @EnumSource(Mishap.class)
    void an_answer_that_is_lost_is_found_by_asking(Mishap mishap) {
        network.horizon.next(mishap);
        var instruction = submitted();
        network.worker().step();
        boolean known = network.queryOutcome(instruction) instanceof Outcome.Settled;
        assertThat(known).isEqualTo(mishap == Mishap.UNHEARD || mishap == Mishap.BROKEN);
        if (!known) {
            assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        }
        paidOnce(instruction, Duration.ofSeconds(20));
    }

    @Test
    void a_transaction_is_the_same_one_until_its_time_is_over_and_is_then_made_anew() {
        network.horizon.fortune(() -> Mishap.LOST);
        var instruction = submitted();
        network.work();
        var first = signed(instruction);
        network.pass(Envelopes.VALIDITY);
        assertThat(signed(instruction).hash()).isEqualTo(first.hash());
        network.pass(Duration.ofSeconds(10));
        var second = signed(instruction);
        assertThat(second.hash()).isNotEqualTo(first.hash());
        assertThat(second.sequence()).isEqualTo(first.sequence());
        assertThat(payment(instruction).abandonedHashes()).containsExactly(first.hash());
        assertThat(network.rail().attempts(instruction.payout()))
                .extracting(Attempt::reference)
                .containsExactly(first.hash(), second.hash());
        network.horizon.fortune(() -> null);
        paidOnce(instruction, Duration.ofSeconds(20));
    }

    @Test
    void a_transaction_that_is_applied_in_the_last_moment_counts() {
        network.horizon.automatic(false);
        var instruction = submitted();
        network.work();
        var signed = signed(instruction);
        network.now.set(signed.maxTime());
        network.ledger.close();
        assertThat(network.ledger.applied(signed.hash())).isPresent();
        network.now.set(signed.maxTime().plusSeconds(30));
        network.ledger.close();
        network.work();
        assertThat(((Outcome.Settled) network.queryOutcome(instruction)).railReference())
                .isEqualTo(signed.hash());
        paidOnce(instruction, Duration.ofMinutes(5));
    }

    @Test
    void nothing_is_made_anew_while_no_ledger_has_closed_after_the_time_bound() {
        network.horizon.automatic(false);
        network.horizon.next(Mishap.LOST);
        var instruction = submitted();
        network.work();
        var signed = signed(instruction);
        network.now.set(signed.maxTime().plus(Duration.ofHours(1)));
        network.work();
        assertThat(signed(instruction).hash()).isEqualTo(signed.hash());
        network.ledger.close();
        network.now.set(network.now.get().plusSeconds(5));
        network.work();
        assertThat(payment(instruction).abandonedHashes()).containsExactly(signed.hash());
    }

    /// Neither is a sequence number from a restored backup of the database.
    @Test
    void a_sequence_number_that_somebody_else_used_is_not_waited_for() {
        paidOnce(submitted(), Duration.ofSeconds(5));
        somebodyElsePays();
        var instruction = submitted();
        network.work();
        assertThat(payment(instruction).abandonedHashes()).isEmpty();
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
        assertThat(network.held(payee)).isEqualTo(4 * COIN);
    }

    @Test
    void a_bid_that_is_too_low_is_raised_around_the_same_transaction() {
        network.ledger.minFee(5_000);
        var instruction = submitted();
        network.work();
        var settled = (Outcome.Settled) network.queryOutcome(instruction);
        var applied = network.ledger.applied(settled.railReference()).orElseThrow();
        assertThat(applied.entry().hash()).isEqualTo(settled.railReference());
        assertThat(applied.entry().bump()).isNotNull();
        assertThat(applied.entry().bid()).isEqualTo(10_000);
        assertThat(applied.entry().payer()).isEqualTo(network.hot.account());
        var chain = Objects.requireNonNull(settled.onChain());
        assertThat(chain.gasEstimated()).isEqualTo(network.xlm.money(100));
        assertThat(chain.gasCharged()).isEqualTo(network.xlm.money(10_000));
        paidOnce(instruction, Duration.ofMinutes(4));
    }

    @Test
    void a_bid_is_never_raised_above_the_configured_most() {
        network.ledger.minFee(StellarSettings.FEE_MAX + 1);
        var instruction = submitted();
        network.pass(Duration.ofMinutes(1));
        assertThat(signed(instruction).feeBid()).isEqualTo(StellarSettings.FEE_MAX);
        network.ledger.minFee(StellarSettings.FEE_MIN);
        paidOnce(instruction, Duration.ofSeconds(10));
    }

    @Test
    void a_transaction_that_is_stuck_in_the_queue_is_bumped_by_as_much_as_the_queue_asks_for() {
        network.horizon.automatic(false);
        var instruction = submitted();
        network.work();
        var signed = signed(instruction);
        assertThat(network.ledger.isQueued(signed.hash())).isTrue();
        network.ledger.minFee(900);
        network.pass(Duration.ofSeconds(25));
        assertThat(signed(instruction).feeBump()).isNull();
        network.pass(Duration.ofSeconds(20));
        var applied = network.ledger.applied(signed.hash()).orElseThrow();
        assertThat(applied.entry().bid()).isEqualTo(1_000);
        paidOnce(instruction, Duration.ofSeconds(10));
    }

    @Test
    void a_payee_that_lost_its_trustline_on_the_way_cannot_receive() {
        fails(() -> payee.lines.clear(), "op_no_trust");
    }

    @Test
    void a_payee_whose_trustline_filled_up_on_the_way_cannot_receive() {
        fails(() -> payee.trust("USDC", network.issuer, COIN - 1, 0), "op_line_full");
    }

    @Test
    void a_payee_that_was_merged_away_on_the_way_cannot_receive() {
        fails(() -> network.ledger.remove(payee.id), "op_no_destination");
    }

    @Test
    void a_payee_that_lost_its_authorization_on_the_way_cannot_receive() {
        fails(() -> payee.line("USDC", network.issuer).authorized = false, "op_not_authorized");
    }

    @Test
    void an_account_that_somebody_made_on_the_way_is_paid_all_the_same() {
        network.horizon.automatic(false);
        var address = StellarTestNetwork.key().account();
        var instruction = network.xlm(address, 3 * COIN, null);
        network.submit(instruction);
        network.work();
        network.ledger.account(address, COIN);
        network.horizon.automatic(true);
        network.pass(Duration.ofSeconds(15));
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
        assertThat(network.ledger.find(address).orElseThrow().coins).isEqualTo(4 * COIN);
    }

    @Test
    void an_empty_hot_account_makes_payouts_wait_and_never_fails_them() {
        var line = network.ledger.find(network.hot.account()).orElseThrow().line("USDC", network.issuer);
        line.balance = COIN - 1;
        var instruction = submitted();
        network.pass(Duration.ofMinutes(5));
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        assertThat(network.meters.get("sluice.stellar.payouts.waiting").gauge().value())
                .isEqualTo(1);
        assertThat(network.meters
                        .get("sluice.stellar.hot.spendable.stroops")
                        .tag("token", "usdc-stellar")
                        .gauge()
                        .value())
                .isEqualTo(COIN - 1);
        assertThat(network.horizon.submissions).hasValue(0);
        line.balance = COIN;
        paidOnce(instruction, Duration.ofSeconds(40));
        assertThat(network.meters.get("sluice.stellar.payouts.waiting").gauge().value())
                .isZero();
    }

    @Test
    void a_hot_account_that_was_emptied_on_the_way_makes_the_payout_wait() {
        network.horizon.automatic(false);
        var instruction = submitted();
        network.work();
        var line = network.ledger.find(network.hot.account()).orElseThrow().line("USDC", network.issuer);
        line.balance = 0;
        network.pass(Duration.ofSeconds(10));
        assertThat(network.ledger.history())
                .singleElement()
                .satisfies(failed -> assertThat(failed.word()).isEqualTo("op_underfunded"));
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        assertThat(charged()).isEqualTo(failures()).hasSize(1);
        line.balance = 5 * COIN;
        network.horizon.automatic(true);
        paidOnce(instruction, Duration.ofMinutes(1));
        assertThat(charged()).isEqualTo(failures()).hasSize(1);
    }

    @Test
    void a_network_that_takes_nothing_for_an_hour_gives_the_payout_back() {
        network.horizon.fortune(() -> Mishap.LOST);
        var instruction = submitted();
        for (int attempt = 0; attempt < 25; attempt++) {
            network.work();
            network.now.set(network.now.get().plus(Envelopes.VALIDITY).plusSeconds(10));
            network.ledger.close();
        }
        assertThat(network.queryOutcome(instruction))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(FailureCode.NETWORK_UNAVAILABLE));
        assertThat(payment(instruction).abandonedHashes()).hasSize(20).doesNotHaveDuplicates();
        assertThat(network.held(payee)).isZero();
    }

    /// The network accepted these transactions, so they do not count towards the limit of expired ones.
    @Test
    void transactions_that_failed_in_a_ledger_are_none_that_died_of_old_age() {
        network.horizon.automatic(false);
        var line = network.ledger.find(network.hot.account()).orElseThrow().line("USDC", network.issuer);
        var instruction = submitted();
        for (int attempt = 0; attempt < 20; attempt++) {
            line.balance = COIN;
            network.now.set(network.now.get().plusSeconds(31));
            network.work();
            line.balance = 0;
            network.now.set(network.now.get().plusSeconds(5));
            network.ledger.close();
            network.work();
        }
        assertThat(payment(instruction).abandonedHashes()).hasSize(20);
        line.balance = COIN;
        network.horizon.next(Mishap.LOST);
        network.now.set(network.now.get().plusSeconds(31));
        network.work();
        var signed = signed(instruction);
        network.now.set(signed.maxTime().plusSeconds(5));
        network.ledger.close();
        network.work();
        assertThat(payment(instruction).abandonedHashes()).hasSize(21).endsWith(signed.hash());
        assertThat(network.queryOutcome(instruction)).isNotInstanceOf(Outcome.Rejected.class);
        network.horizon.automatic(true);
        network.pass(Duration.ofMinutes(1));
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void a_payout_can_be_cancelled_until_it_is_signed() {
        var early = submitted();
        assertThat(network.rail().cancel(early.payout())).isEqualTo(Cancellation.CANCELLED);
        network.horizon.automatic(false);
        var late = submitted();
        network.work();
        assertThat(network.rail().cancel(late.payout())).isEqualTo(Cancellation.REFUSED);
        paidOnce(late, Duration.ofSeconds(20));
        assertThat(network.queryOutcome(early)).isEqualTo(new Outcome.Stopped());
    }

    @Test
    void a_node_that_died_at_work_is_taken_over() {
        var now = network.clocks.instant();
        var instruction = submitted();
        network.database.run(tx -> {
            assertThat(SourceStore.lease(tx, now, now.plusSeconds(120))).hasSize(1);
            assertThat(StellarPaymentStore.claim(tx, now, now.plusSeconds(120), Set.of(), 1))
                    .hasSize(1);
        });
        network.pass(Duration.ofSeconds(115));
        assertThat(network.held(payee)).isZero();
        paidOnce(instruction, Duration.ofSeconds(10));
    }

    private void paidOnce(Instruction instruction, Duration within) {
        long before = network.held(payee);
        boolean already = network.queryOutcome(instruction) instanceof Outcome.Settled;
        network.pass(within);
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
        assertThat(network.held(payee))
                .isIn(before, before + (already ? 0 : COIN))
                .isPositive();
        network.pass(Duration.ofMinutes(10));
        assertThat(network.ledger.history().stream()
                        .filter(StandInLedger.Applied::successful)
                        .map(each -> each.entry().hash()))
                .contains(((Outcome.Settled) network.queryOutcome(instruction)).railReference())
                .doesNotHaveDuplicates();
        assertThat(network.held(payee)).isEqualTo(successes() * COIN);
    }

    private long successes() {
        return network.ledger.history().stream()
                .filter(StandInLedger.Applied::successful)
                .count();
    }

    /// Signs and queues a payment, changes the conditions, and closes the ledger.
    private void fails(Runnable change, String code) {
        network.horizon.automatic(false);
        var instruction = submitted();
        network.work();
        change.run();
        network.pass(Duration.ofSeconds(10));
        assertThat(network.queryOutcome(instruction)).isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
            assertThat(rejected.code()).isEqualTo(FailureCode.ADDRESS_CANNOT_RECEIVE);
            assertThat(rejected.message()).contains(code);
        });
        assertThat(network.ledger.history()).hasSize(1);
        assertThat(charged()).isEqualTo(failures()).hasSize(1);
    }

    /// Returns the fees of failed transactions that were recorded as charges, by transaction.
    private Map<String, Long> charged() {
        return database.database()
                .read(handle -> handle
                        .createQuery(
                                "SELECT key, units FROM rail_charge WHERE rail = 'stellar' AND asset = 'xlm-stellar'")
                        .map((row, _) -> Map.entry(row.getString("key"), row.getLong("units")))
                        .stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    private Map<String, Long> failures() {
        return network.ledger.history().stream()
                .filter(applied -> !applied.successful())
                .collect(Collectors.toMap(
                        applied -> "stellar:" + applied.entry().hash(), StandInLedger.Applied::feeCharged));
    }

    private void somebodyElsePays() {
        var hot = network.ledger.find(network.hot.account()).orElseThrow();
        var signed = new Envelopes(StellarTestNetwork.PASSPHRASE, network.hot)
                .sign(new Envelopes.Order(
                        payment(submittedElsewhere()),
                        network.usdc,
                        new Checks.Pay(Memo.none(), false),
                        network.hot,
                        hot.sequence + 1,
                        network.ledger.closedAt(),
                        StellarSettings.FEE_MIN));
        try {
            network.ledger.submit(signed.envelope());
        } catch (IOException malformed) {
            throw new AssertionError(malformed);
        }
        network.ledger.close();
    }

    /// Submits and cancels a payment that is only used to obtain a signature.
    private Instruction submittedElsewhere() {
        var instruction = network.usdc(payee.id, 2 * COIN, null);
        network.submit(instruction);
        assertThat(network.rail().cancel(instruction.payout())).isEqualTo(Cancellation.CANCELLED);
        return instruction;
    }

    private Payment payment(Instruction instruction) {
        return Objects.requireNonNull(network.database
                .inTx(tx -> StellarPaymentStore.read(tx, List.of(instruction.payout())))
                .get(instruction.payout()));
    }

    private SignedTransaction signed(Instruction instruction) {
        return ((Payment.Signed) payment(instruction).state()).transaction();
    }
}
