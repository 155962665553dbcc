package dev.sluice.rail.sandbox.chain;

import static dev.sluice.rail.sandbox.chain.SandboxTestChain.POLYGON;
import static dev.sluice.rail.sandbox.chain.SandboxTestChain.STELLAR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.OnChain;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.Outcome.Accepted;
import dev.sluice.rail.Outcome.NotSeen;
import dev.sluice.rail.Outcome.Rejected;
import dev.sluice.rail.Outcome.Settled;
import dev.sluice.rail.Outcome.Unknown;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Behaviour of a payout to each magic wallet.
class MagicPayoutTest {
    private static final Duration TICK = Duration.ofMillis(50);

    private static TestDatabase database;
    private static SandboxTestChain chain;

    @BeforeAll
    static void open() {
        database = TestDatabase.create();
        chain = new SandboxTestChain(database.database());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"ADDRESS_CANNOT_RECEIVE", "TRANSACTION_FAILED", "NETWORK_UNAVAILABLE"})
    void every_failure_of_a_chain_can_be_had_at_the_wallet_of_its_name(FailureCode code) {
        for (var network : SandboxTestChain.NETWORKS) {
            var instruction = chain.to(network, MagicWallet.valueOf(code.name()));
            chain.submit(instruction);
            chain.pass(Duration.ofMinutes(1));
            assertThat(chain.queryOutcome(instruction)).isEqualTo(new Rejected(code, code.message()));
        }
    }

    @Test
    void a_wallet_that_cannot_receive_is_refused_at_once() {
        assertThat(chain.submit(chain.to(MagicWallet.ADDRESS_CANNOT_RECEIVE))).isInstanceOf(Rejected.class);
    }

    @Test
    void a_transaction_that_fails_is_mined_first_and_paid_for() {
        var instruction = chain.to(MagicWallet.TRANSACTION_FAILED);
        var sights = follow(instruction, Duration.ofSeconds(3));
        assertThat(kinds(sights)).containsExactly("Accepted", "Accepted", "Rejected");
        assertThat(gas(sights.get(1)).gasCharged()).isNotNull();
    }

    @Test
    void an_ordinary_payout_waits_is_mined_and_is_final() {
        for (var network : SandboxTestChain.NETWORKS) {
            var instruction = chain.to(network, MagicWallet.ORDINARY);
            var sights = follow(instruction, Duration.ofSeconds(3));
            assertThat(kinds(sights)).containsExactly("Accepted", "Accepted", "Settled");
            assertThat(hashes(sights)).as("one hash").hasSize(1).allMatch(hash -> hash.matches(form(network)));
            assertThat(gas(sights.getFirst()).gasCharged()).isNull();
            assertThat(gas(sights.get(1)).gasCharged()).isNotNull();
            assertThat(gas(sights.getLast())).isEqualTo(gas(sights.get(1)));
            assertThat(gas(sights.getLast()).sender())
                    .isEqualTo(chain.rail().sender(network.name()).orElseThrow());
        }
    }

    @Test
    void a_dropped_transaction_is_unknown_until_it_is_sent_again() {
        var instruction = chain.to(MagicWallet.DROPPED_THEN_MINED);
        var before = chain.now();
        var sights = follow(instruction, Duration.ofSeconds(15));
        assertThat(kinds(sights)).containsExactly("Accepted", "Unknown", "Accepted", "Accepted", "Settled");
        assertThat(hashes(sights)).hasSize(1);
        assertThat(((Settled) sights.getLast()).at()).isBetween(before.plusSeconds(11), before.plusSeconds(12));
    }

    @Test
    void one_that_is_dropped_for_good_is_given_up_after_half_a_minute() {
        var instruction = chain.to(MagicWallet.NETWORK_UNAVAILABLE);
        var before = chain.now();
        assertThat(chain.submit(instruction)).isInstanceOf(Accepted.class);
        chain.pass(Duration.ofSeconds(2));
        assertThat(chain.queryOutcome(instruction))
                .isEqualTo(new Unknown("The transaction is no longer in a pool", before.plusSeconds(7), true));
        chain.pass(Duration.ofMillis(27_999));
        assertThat(chain.queryOutcome(instruction))
                .isEqualTo(new Unknown("The transaction is no longer in a pool", before.plusSeconds(30), true));
        assertThat(chain.rail().cancel(instruction.payout())).isEqualTo(Cancellation.REFUSED);
        chain.pass(Duration.ofMillis(1));
        assertThat(chain.queryOutcome(instruction)).isInstanceOf(Rejected.class);
    }

    @Test
    void unknown_for_ten_seconds_then_settled_as_of_when_it_was_final() {
        var instruction = chain.to(MagicWallet.UNKNOWN_THEN_SETTLED);
        var before = chain.now();
        assertThat(chain.submit(instruction)).isInstanceOf(Unknown.class);
        chain.pass(Duration.ofMillis(9_999));
        assertThat(chain.queryOutcome(instruction))
                .isEqualTo(new Unknown("The network does not answer", before.plusSeconds(10)));
        assertThat(chain.submit(instruction)).isInstanceOf(Unknown.class);
        assertThat(chain.rail().cancel(instruction.payout())).isEqualTo(Cancellation.UNKNOWN);
        chain.pass(Duration.ofMillis(1));
        assertThat(chain.queryOutcome(instruction))
                .isInstanceOfSatisfying(
                        Settled.class,
                        settled -> assertThat(settled.at()).isBetween(before.plusSeconds(1), before.plusSeconds(2)));
    }

    @Test
    void a_lost_answer_and_a_lost_request_look_the_same_until_the_chain_is_asked() {
        var sent = chain.to(MagicWallet.ANSWER_LOST);
        var lost = chain.to(MagicWallet.REQUEST_LOST);
        var outcomes = chain.rail().submit(List.of(sent, lost));
        assertThat(outcomes.get(0)).isInstanceOf(Unknown.class).isEqualTo(outcomes.get(1));
        assertThat(chain.queryOutcome(sent)).isInstanceOf(Accepted.class);
        assertThat(chain.queryOutcome(lost)).isEqualTo(new NotSeen());
        assertThat(chain.rail().cancel(lost.payout())).isEqualTo(Cancellation.NOT_SEEN);
        chain.pass(Duration.ofMinutes(1));
        assertThat(chain.queryOutcome(sent)).isInstanceOf(Settled.class);
        assertThat(chain.queryOutcome(lost)).isEqualTo(new NotSeen());

        assertThat(chain.submit(lost)).isInstanceOf(Accepted.class);
        chain.pass(Duration.ofSeconds(2));
        var settled = chain.queryOutcome(lost);
        assertThat(settled).isInstanceOf(Settled.class);
        assertThat(chain.submit(lost)).isEqualTo(settled);
    }

    @Test
    void a_slow_payout_waits_half_a_minute_in_the_pool() {
        var instruction = chain.to(MagicWallet.SLOW);
        chain.submit(instruction);
        chain.pass(Duration.ofSeconds(30));
        assertThat(gas(chain.queryOutcome(instruction)).gasCharged()).isNull();
        assertThat(chain.rail().cancel(instruction.payout())).isEqualTo(Cancellation.REFUSED);
        chain.pass(Duration.ofMillis(1_750));
        assertThat(chain.queryOutcome(instruction)).isInstanceOf(Settled.class);
    }

    @Test
    void a_reorganization_takes_a_block_away_and_the_same_transaction_settles_in_another() {
        for (var network : List.of(POLYGON, STELLAR)) {
            var sights = follow(chain.to(network, MagicWallet.REORGANIZED), Duration.ofSeconds(6));
            assertThat(kinds(sights)).containsExactly("Accepted", "Accepted", "Accepted", "Accepted", "Settled");
            assertThat(hashes(sights)).as("one hash").hasSize(1);
            assertThat(gas(sights.get(0)).gasUsed()).as("waits").isNull();
            assertThat(gas(sights.get(1)).gasUsed()).as("seen in a block").isNotNull();
            assertThat(gas(sights.get(2)).gasUsed()).as("back in the pool").isNull();
            assertThat(gas(sights.get(3)).gasUsed()).as("in another block").isNotNull();
        }
    }

    @Test
    void a_stuck_transaction_is_replaced_by_a_dearer_one_with_another_hash() {
        var sights = follow(chain.to(MagicWallet.REPLACED), Duration.ofSeconds(8));
        assertThat(kinds(sights)).containsExactly("Accepted", "Accepted", "Accepted", "Settled");
        assertThat(hashes(sights)).hasSize(2);
        assertThat(reference(sights.get(0))).isNotEqualTo(reference(sights.get(1)));
        assertThat(reference(sights.get(1))).isEqualTo(reference(sights.get(3)));
        assertThat(gas(sights.get(3)).gasEstimated())
                .isEqualTo(gas(sights.get(0)).gasEstimated());
    }

    @Test
    void gas_that_went_up_is_charged_above_the_estimate() {
        for (var network : SandboxTestChain.NETWORKS) {
            var instruction = chain.to(network, MagicWallet.GAS_SHORTFALL);
            chain.submit(instruction);
            chain.pass(Duration.ofSeconds(3));
            var cost = gas(chain.queryOutcome(instruction));
            assertThat(Objects.requireNonNull(cost.gasCharged()))
                    .isGreaterThan(Objects.requireNonNull(cost.gasEstimated()));
        }
    }

    @Test
    void a_stoppable_payout_is_stopped_in_the_pool_or_settles_in_ten_minutes() {
        var stopped = chain.to(MagicWallet.STOPPABLE);
        var stored = chain.to(MagicWallet.STOPPABLE);
        chain.rail().submit(List.of(stopped, stored));
        chain.pass(Duration.ofMinutes(9));
        assertThat(chain.rail().cancel(stopped.payout())).isEqualTo(Cancellation.CANCELLED);
        chain.pass(Duration.ofMillis(60_750));
        assertThat(chain.queryOutcome(stopped)).isInstanceOf(Outcome.Stopped.class);
        assertThat(chain.submit(stopped)).isInstanceOf(Outcome.Stopped.class);
        assertThat(chain.rail().cancel(stored.payout())).as("mined by now").isEqualTo(Cancellation.REFUSED);
        chain.pass(Duration.ofSeconds(2));
        assertThat(chain.queryOutcome(stored)).isInstanceOf(Settled.class);
    }

    @Test
    void a_confirmation_count_that_is_changed_later_moves_nothing_that_was_sent() {
        var instruction = chain.to(STELLAR, MagicWallet.ORDINARY);
        chain.submit(instruction);
        chain.pass(Duration.ofSeconds(3));
        var settled = chain.queryOutcome(instruction);
        var stricter = new SandboxNetwork("stellar", STELLAR.family(), 0, STELLAR.coin(), 3, true);
        assertThat(chain.rail(List.of(stricter)).queryOutcomes(List.of(instruction.payout())))
                .containsExactly(settled);
    }

    @Test
    void where_a_network_is_played_no_more_nobody_can_tell_and_the_others_go_on() {
        var there = chain.to(POLYGON, MagicWallet.ORDINARY);
        var gone = chain.to(STELLAR, MagicWallet.ORDINARY);
        var late = chain.to(STELLAR, MagicWallet.ORDINARY);
        chain.rail().submit(List.of(there, gone));
        chain.pass(Duration.ofSeconds(3));
        var smaller = chain.rail(List.of(POLYGON));
        assertThat(kinds(smaller.submit(List.of(late, gone, there)))).containsExactly("Unknown", "Unknown", "Settled");
        assertThat(kinds(smaller.queryOutcomes(List.of(late.payout(), gone.payout(), there.payout()))))
                .containsExactly("NotSeen", "Unknown", "Settled");
        assertThat(smaller.cancel(gone.payout())).isEqualTo(Cancellation.UNKNOWN);
        assertThat(chain.queryOutcome(gone)).as("once it is played again").isInstanceOf(Settled.class);
    }

    @Test
    void the_wallet_that_is_paid_is_not_written_down() {
        var instruction = chain.to(MagicWallet.ORDINARY);
        chain.submit(instruction);
        var rows = database.database()
                .read(handle -> handle.createQuery("SELECT payout::text FROM rail_sandbox_chain_payout payout")
                        .mapTo(String.class)
                        .list());
        assertThat(rows)
                .isNotEmpty()
                .noneMatch(row -> row.contains(instruction.wallet().address()));
    }

    /// Returns the reported outcomes of a new payout during a period. Checks that every change occurs at the time
    /// that was announced.
    private static List<Outcome> follow(Instruction instruction, Duration duration) {
        var sights = new ArrayList<Outcome>();
        sights.add(chain.submit(instruction));
        var end = chain.now().plus(duration);
        while (chain.now().isBefore(end)) {
            chain.pass(TICK);
            var outcome = chain.queryOutcome(instruction);
            var last = sights.getLast();
            boolean stillUnknown = last instanceof Unknown && outcome instanceof Unknown;
            if (!outcome.equals(last) && !stillUnknown) {
                assertThat(askAt(last)).as("%s", last).isBeforeOrEqualTo(chain.now());
                sights.add(outcome);
            }
        }
        return sights;
    }

    private static Instant askAt(Outcome outcome) {
        return switch (outcome) {
            case Accepted accepted -> accepted.pollAt();
            case Unknown unknown -> unknown.pollAt();
            case Settled _, Rejected _, Outcome.Stopped _, Outcome.Returned _, NotSeen _ ->
                throw new AssertionError(outcome + " changed");
        };
    }

    private static List<String> kinds(List<Outcome> outcomes) {
        return outcomes.stream().map(each -> each.getClass().getSimpleName()).toList();
    }

    private static List<String> hashes(List<Outcome> outcomes) {
        return outcomes.stream()
                .filter(each -> each instanceof Accepted || each instanceof Settled)
                .map(MagicPayoutTest::reference)
                .distinct()
                .toList();
    }

    private static String reference(Outcome outcome) {
        return switch (outcome) {
            case Accepted accepted -> accepted.railReference();
            case Settled settled -> settled.railReference();
            case Rejected _, Outcome.Stopped _, Outcome.Returned _, Unknown _, NotSeen _ ->
                throw new AssertionError(outcome);
        };
    }

    private static OnChain gas(Outcome outcome) {
        return Objects.requireNonNull(
                switch (outcome) {
                    case Accepted accepted -> accepted.onChain();
                    case Settled settled -> settled.onChain();
                    case Rejected _, Outcome.Stopped _, Outcome.Returned _, Unknown _, NotSeen _ ->
                        throw new AssertionError(outcome);
                });
    }

    private static String form(SandboxNetwork network) {
        return switch (network.family()) {
            case EVM -> "0x[0-9a-f]{64}";
            case STELLAR -> "[0-9a-f]{64}";
        };
    }
}
