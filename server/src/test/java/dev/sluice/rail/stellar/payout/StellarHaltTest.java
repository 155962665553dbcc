package dev.sluice.rail.stellar.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Attempt;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.stellar.StandIn.Mishap;
import dev.sluice.rail.stellar.StellarRail;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A payout that operators suspend is not signed, although the rail has it; a signed one continues.
class StellarHaltTest extends StellarCase {
    private void waits(Instruction instruction, String reason) {
        assertThat(network.queryOutcome(instruction))
                .isInstanceOfSatisfying(
                        Outcome.Accepted.class,
                        accepted -> assertThat(accepted.railReference()).isNull());
        assertThat(network.rail().attempts(instruction.payout()).getLast())
                .isEqualTo(new Attempt(null, null, Attempt.Answer.QUEUED, reason));
    }

    private void isPaidOnceTheRailIsStarted(Instruction instruction) {
        network.stopped.clear();
        network.pass(Duration.ofSeconds(10));
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
        assertThat(network.held(payee)).isEqualTo(COIN);
    }

    @Test
    void nothing_is_signed_while_the_rail_is_stopped_and_all_of_it_is_paid_afterwards() {
        network.stopped.add(StellarRail.NAME);
        var instruction = submitted();
        var cancelled = submitted();
        network.pass(Duration.ofMinutes(3));
        network.restart();
        network.pass(Duration.ofMinutes(3));
        waits(instruction, "The rail is stopped");
        assertThat(network.horizon.submissions).hasValue(0);
        assertThat(network.rail().cancel(cancelled.payout())).isEqualTo(Cancellation.CANCELLED);
        isPaidOnceTheRailIsStarted(instruction);
    }

    @Test
    void another_rail_that_is_stopped_stops_nothing_here() {
        network.stopped.add("evm");
        var instruction = submitted();
        network.work();
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void what_is_signed_is_brought_to_its_end_though_the_rail_is_stopped() {
        network.horizon.next(Mishap.LOST);
        var instruction = submitted();
        network.work();
        assertThat(network.held(payee)).isZero();
        network.stopped.add(StellarRail.NAME);
        network.pass(Duration.ofSeconds(20));
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
        assertThat(network.held(payee)).isEqualTo(COIN);
    }

    @Test
    void what_dies_while_the_rail_is_stopped_is_not_signed_anew_before_it_is_started() {
        network.horizon.fortune(() -> Mishap.LOST);
        var instruction = submitted();
        network.work();
        network.stopped.add(StellarRail.NAME);
        network.pass(Envelopes.VALIDITY.plusSeconds(30));
        network.horizon.fortune(() -> null);
        network.pass(Duration.ofMinutes(2));
        waits(instruction, "The rail is stopped");
        assertThat(network.ledger.history()).isEmpty();
        isPaidOnceTheRailIsStarted(instruction);
    }

    @Test
    void a_stop_that_comes_while_the_payee_is_looked_at_counts() {
        network.horizon.lookedUp(id -> {
            if (id.equals(payee.id)) {
                network.stopped.add(StellarRail.NAME);
            }
        });
        var instruction = submitted();
        network.pass(Duration.ofMinutes(1));
        waits(instruction, "The rail is stopped");
        assertThat(network.horizon.submissions).hasValue(0);
        network.horizon.lookedUp(_ -> {});
        network.stopped.clear();
        network.work();
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void what_a_frozen_organization_pays_waits_and_holds_up_nobody_else() {
        var first = submitted();
        var second = submitted();
        network.frozen.add(first.payout().organizationId());
        assertThat(second.payout().organizationId()).isNotEqualTo(first.payout().organizationId());
        network.pass(Duration.ofMinutes(1));
        waits(first, "The organization is frozen");
        assertThat(network.queryOutcome(second)).isInstanceOf(Outcome.Settled.class);
        network.frozen.clear();
        network.work();
        assertThat(network.rail().queryOutcomes(List.of(first.payout())))
                .singleElement()
                .isInstanceOf(Outcome.Settled.class);
        assertThat(network.held(payee)).isEqualTo(2 * COIN);
    }
}
