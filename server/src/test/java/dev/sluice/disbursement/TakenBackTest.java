package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.FEE;
import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.app.AtOnce;
import dev.sluice.disbursement.lane.ReturnStore;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.RailStops;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Cancellation of a payout that its rail has not sent: it is cancelled at the rail first, and then in the ledger.
class TakenBackTest {
    private static final long FUNDS = 1_000_000;

    private final PayoutFixture fixture = new PayoutFixture();
    private final Queue queue = new Queue();
    private final Disbursements disbursements = disbursements();
    private final DisbursementWorker worker =
            fixture.node.worker(disbursements, new RailStops(fixture.database), Set::of, queue);

    /// A rail that queues payouts until the test lets it send them.
    private static final class Queue extends OneRail {
        private enum State {
            QUEUED,
            SENT,
            STOPPED
        }

        final Map<UUID, State> states = new ConcurrentHashMap<>();
        Runnable afterItStopped = () -> {};
        boolean keepsQueue = true;
        boolean isAway;

        void send(UUID id) {
            states.put(id, State.SENT);
        }

        @Override
        public List<Outcome> submit(List<Instruction> instructions) {
            instructions.forEach(each -> states.putIfAbsent(each.payout().payoutId(), State.QUEUED));
            return queryOutcomes(instructions.stream().map(Instruction::payout).toList());
        }

        @Override
        public List<Outcome> queryOutcomes(List<PayoutRef> payouts) {
            return payouts.stream().map(this::outcome).toList();
        }

        private Outcome outcome(PayoutRef payout) {
            return switch (states.get(payout.payoutId())) {
                case null -> new Outcome.NotSeen();
                case QUEUED -> new Outcome.Accepted(null, Instant.EPOCH, null);
                case SENT -> new Outcome.Accepted("hash", Instant.EPOCH);
                case STOPPED -> new Outcome.Stopped();
            };
        }

        @Override
        public Cancellation cancel(PayoutRef payout) {
            if (isAway) {
                return Cancellation.UNKNOWN;
            }
            states.computeIfPresent(payout.payoutId(), (_, state) -> state == State.QUEUED ? State.STOPPED : state);
            afterItStopped.run();
            return switch (states.get(payout.payoutId())) {
                case null -> Cancellation.NOT_SEEN;
                case STOPPED -> Cancellation.CANCELLED;
                case QUEUED, SENT -> Cancellation.REFUSED;
            };
        }

        @Override
        public boolean keepsQueue() {
            return keepsQueue;
        }
    }

    @BeforeEach
    void fund() {
        fixture.fund(FUNDS, IDR);
    }

    @AfterEach
    void close() {
        assertThat(fixture.audit().faults()).isEmpty();
        disbursements.close();
        fixture.close();
    }

    private Disbursements disbursements() {
        return new Disbursements(fixture.database, fixture.node.partsOn(List.of(queue)));
    }

    /// Returns a payout that its rail has accepted.
    private UUID handedOver() {
        var id = PayoutFixture.ids(disbursements.create(
                        fixture.create(fixture.claim(), PayoutFixture.draft(0, 100, IDR, FEE, null))))
                .getFirst();
        work();
        assertThat(queue.states).containsKey(id);
        return id;
    }

    /// Lets the worker do all due work over time.
    private void work() {
        fixture.pass(Duration.ofMinutes(5));
        worker.step();
    }

    private String cancelled(UUID id) {
        return PayoutFixture.text(disbursements.cancel(fixture.cancel(id, fixture.claim())));
    }

    private void assertRefused(UUID id, Refusal refusal) {
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> cancelled(id))
                .satisfies(refused -> assertThat(refused.refusal()).isEqualTo(refusal));
        assertThat(fixture.held(IDR)).isPositive();
    }

    private void assertBack(UUID id) {
        assertThat(disbursements.get(fixture.organization, id).status()).isEqualTo(Status.CANCELLED);
        assertThat(fixture.held(IDR)).isZero();
        assertThat(fixture.available(IDR)).isEqualTo(FUNDS);
        work();
        assertThat(queue.states).containsEntry(id, Queue.State.STOPPED);
        assertThat(disbursements.get(fixture.organization, id).status()).isEqualTo(Status.CANCELLED);
    }

    @Test
    void what_waits_at_its_rail_is_taken_back_and_its_answer_is_kept() {
        var id = handedOver();
        var claim = fixture.claim();
        var answer = PayoutFixture.text(disbursements.cancel(fixture.cancel(id, claim)));
        assertThat(answer).contains("CANCELLED");
        assertBack(id);
        assertThat(PayoutFixture.text(disbursements.cancel(fixture.cancel(id, claim))))
                .isEqualTo(answer);
        assertThat(cancelled(id)).isEqualTo(answer);
    }

    @Test
    void an_operator_takes_it_back_as_its_merchant_would() {
        var id = handedOver();
        var ref = new PayoutRef(fixture.organization, id);
        disbursements.stop(ref);
        assertBack(id);
        disbursements.stop(ref);
        assertBack(id);
    }

    /// A payout in a rail's queue stays there, regardless of the merchant's requests.
    @Test
    void what_an_operator_sends_back_is_taken_back_for_operators_only() {
        var id = handedOver();
        var ref = new PayoutRef(fixture.organization, id);
        fixture.database.run(tx -> ReturnStore.insert(tx, ref));
        assertRefused(id, Refusal.DISBURSEMENT_NOT_CANCELLABLE);
        assertThat(queue.states).containsEntry(id, Queue.State.QUEUED);
        disbursements.stop(ref);
        assertBack(id);
    }

    @Test
    void what_is_sent_is_not() {
        var id = handedOver();
        queue.send(id);
        assertRefused(id, Refusal.DISBURSEMENT_NOT_CANCELLABLE);
        assertThat(queue.states).containsEntry(id, Queue.State.SENT);
    }

    @Test
    void a_rail_that_sends_at_once_is_not_asked() {
        queue.keepsQueue = false;
        var id = handedOver();
        assertRefused(id, Refusal.DISBURSEMENT_NOT_CANCELLABLE);
        assertThat(queue.states).containsEntry(id, Queue.State.QUEUED);
    }

    @Test
    void while_a_rail_does_not_answer_nobody_knows() {
        var id = handedOver();
        queue.isAway = true;
        assertRefused(id, Refusal.UNAVAILABLE);
        queue.isAway = false;
        assertThat(cancelled(id)).contains("CANCELLED");
        assertBack(id);
    }

    /// The rail cancelled the payout, and the node died before it stored that.
    @Test
    void a_node_that_dies_in_between_is_made_good_by_asking() {
        var id = handedOver();
        assertThat(queue.cancel(new PayoutRef(fixture.organization, id))).isEqualTo(Cancellation.CANCELLED);
        assertThat(fixture.held(IDR)).isPositive();
        work();
        assertBack(id);
        assertThat(cancelled(id)).contains("CANCELLED");
    }

    /// The node died at the same point, and the cancellation is repeated before a worker asks the rail.
    @Test
    void a_node_that_dies_in_between_is_made_good_by_cancelling_once_more() {
        var id = handedOver();
        assertThat(queue.cancel(new PayoutRef(fixture.organization, id))).isEqualTo(Cancellation.CANCELLED);
        assertThat(cancelled(id)).contains("CANCELLED");
        assertBack(id);
    }

    @Test
    void a_worker_that_is_told_first_makes_no_difference() {
        var id = handedOver();
        queue.afterItStopped = this::work;
        assertThat(cancelled(id)).contains("CANCELLED");
        assertBack(id);
    }

    @Test
    void what_a_worker_heard_before_is_old_news() {
        var id = handedOver();
        cancelled(id);
        disbursements.applyOutcomes(List.of(fixture.applyOutcome(id, new Outcome.Accepted(null, Instant.EPOCH, null))));
        assertBack(id);
    }

    @Test
    void of_many_who_cancel_at_once_each_is_answered_and_it_is_done_once() {
        var id = handedOver();
        var answers = AtOnce.times(8, _ -> cancelled(id));
        assertThat(answers.stream().distinct()).hasSize(1);
        assertBack(id);
    }
}
