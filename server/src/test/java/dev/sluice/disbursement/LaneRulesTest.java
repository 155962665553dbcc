package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.EUR;
import static dev.sluice.disbursement.PayoutFixture.FEE;
import static dev.sluice.disbursement.PayoutFixture.FREE;
import static dev.sluice.disbursement.PayoutFixture.IDR;
import static dev.sluice.disbursement.PayoutFixture.draft;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.disbursement.create.Draft;
import dev.sluice.disbursement.lane.BatchRun;
import dev.sluice.disbursement.lane.Command;
import dev.sluice.http.Answer;
import dev.sluice.idempotency.Decision;
import dev.sluice.money.Asset;
import dev.sluice.rail.Outcome;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Balances, references and replays in the lane: one at a time, in one batch, and on two nodes at once.
class LaneRulesTest {
    private static final int ROUNDS = 20;

    private final PayoutFixture fixture = new PayoutFixture();
    private final Disbursements payouts = fixture.node.disbursements;

    @BeforeEach
    void fund() {
        fixture.fund(100_000, EUR);
        fixture.fund(100_000, IDR);
    }

    @AfterEach
    void proveAndClose() {
        assertThat(fixture.audit().faults()).isEmpty();
        fixture.close();
    }

    @Test
    void the_whole_balance_can_be_paid_and_not_a_unit_more() {
        var refused = refused(() -> payouts.create(fixture.create(fixture.claim(), free(100_001, null))));
        assertThat(refused.refusal()).isEqualTo(Refusal.INSUFFICIENT_BALANCE);
        payouts.create(fixture.create(fixture.claim(), free(100_000, null)));
        assertThat(fixture.available(EUR)).isZero();
        assertThat(fixture.held(EUR)).isEqualTo(100_000);
    }

    @Test
    void a_group_that_the_balance_cannot_bear_is_refused_as_a_whole_and_names_the_item() {
        var refused = refused(() -> payouts.create(fixture.create(
                fixture.claim(),
                draft(0, 60_000, EUR, FREE, "one"),
                draft(1, 1, IDR, FREE, "two"),
                draft(2, 40_001, EUR, FREE, "three"))));
        assertThat(refused.details()).extracting(Detail::field).containsExactly("disburseData[2].amount");
        assertThat(fixture.available(EUR)).isEqualTo(100_000);
        assertThat(fixture.available(IDR)).isEqualTo(100_000);
        payouts.create(fixture.create(fixture.claim(), free(1, "one")));
    }

    @Test
    void balances_are_told_item_by_item_and_by_currency() {
        var answer = payouts.create(fixture.create(
                fixture.claim(),
                draft(0, 10_000, EUR, FEE, null),
                draft(1, 500, IDR, FREE, null),
                draft(2, 10_000, EUR, FREE, null)));
        assertThat(PayoutFixture.balances(answer))
                .containsExactly(100_000L, 89_825L, 100_000L, 99_500L, 89_825L, 79_825L);
    }

    @Test
    void a_reference_is_used_once_and_the_refusal_names_the_payout_that_has_it() {
        var first = create("rent");
        var refused = refused(() -> payouts.create(fixture.create(fixture.claim(), free(1, "rent"))));
        assertThat(refused.refusal()).isEqualTo(Refusal.REFERENCE_EXISTS);
        assertThat(refused.details().getFirst().existingId()).isEqualTo(first.toString());
    }

    @Test
    void a_payout_that_came_to_nothing_frees_its_reference_and_its_revival_does_not_take_it_back() {
        var first = create("rent");
        payouts.cancel(fixture.cancel(first, fixture.claim()));
        create("rent");
        payouts.force(fixture.force(first, Status.COMPLETED, fixture.claim()));
        assertThat(refused(() -> create("rent")).refusal()).isEqualTo(Refusal.REFERENCE_EXISTS);
    }

    @Test
    void a_payout_that_was_revived_has_its_reference_again() {
        var first = create("rent");
        payouts.force(fixture.force(first, Status.FAILED, fixture.claim()));
        payouts.force(fixture.force(first, Status.PENDING, fixture.claim()));
        assertThat(refused(() -> create("rent")).refusal()).isEqualTo(Refusal.REFERENCE_EXISTS);
        payouts.force(fixture.force(first, Status.FAILED, fixture.claim()));
        create("rent");
    }

    @Test
    void a_reference_revived_and_given_up_in_one_batch_is_free() {
        var first = create("rent");
        payouts.force(fixture.force(first, Status.FAILED, fixture.claim()));
        var decisions = batch(
                fixture.force(first, Status.PENDING, fixture.claim()),
                fixture.force(first, Status.FAILED, fixture.claim()));
        assertThat(decisions).allMatch(Decision.Answered.class::isInstance);
        create("rent");
    }

    @Test
    void a_reference_revived_earlier_in_a_batch_is_taken() {
        var first = create("rent");
        payouts.force(fixture.force(first, Status.FAILED, fixture.claim()));
        var decisions = batch(
                fixture.force(first, Status.PENDING, fixture.claim()),
                fixture.create(fixture.claim(), free(1, "rent")));
        assertThat(decisions.getLast()).isInstanceOf(Decision.Declined.class);
    }

    @Test
    void a_reference_claimed_earlier_in_a_batch_is_taken_and_one_refused_is_not() {
        var decisions = batch(
                fixture.create(fixture.claim(), free(100_001, "rent")),
                fixture.create(fixture.claim(), free(1, "rent")),
                fixture.create(fixture.claim(), free(1, "rent")));
        assertThat(decisions)
                .extracting(each -> each instanceof Decision.Answered)
                .containsExactly(false, true, false);
    }

    @Test
    void where_duplicates_are_allowed_a_reference_is_used_as_often_as_wanted() {
        for (int i = 0; i < 3; i++) {
            payouts.create(fixture.create(fixture.claim(), true, free(1, "rent")));
        }
        assertThat(fixture.available(EUR)).isEqualTo(99_997);
    }

    @Test
    void a_refused_member_of_a_batch_leaves_nothing_and_harms_nobody() {
        var id = fixture.pay(1_000, EUR);
        long before = fixture.available(EUR);
        var decisions = batch(
                fixture.create(fixture.claim(), free(10, null)),
                fixture.create(fixture.claim(), free(20, null), free(before, null)),
                fixture.cancel(UUID.randomUUID(), fixture.claim()),
                fixture.applyOutcome(id, new Outcome.Settled("rail-1", Samples.NOW)),
                fixture.cancel(id, fixture.claim()),
                fixture.create(fixture.claim(), free(before - 10, null)));
        assertThat(decisions)
                .extracting(each -> each.getClass().getSimpleName())
                .containsExactly("Answered", "Declined", "Declined", "Noted", "Declined", "Answered");
        assertThat(fixture.available(EUR)).isZero();
    }

    @Test
    void the_same_key_with_another_request_is_refused() {
        payouts.create(fixture.create(fixture.claim("mine", 1), free(1, null)));
        assertThat(refused(() -> payouts.create(fixture.create(fixture.claim("mine", 2), free(1, null))))
                        .refusal())
                .isEqualTo(Refusal.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void a_refused_request_leaves_its_key_free() {
        refused(() -> payouts.create(fixture.create(fixture.claim("mine", 1), free(100_001, null))));
        payouts.create(fixture.create(fixture.claim("mine", 2), free(1, null)));
    }

    @Test
    void two_nodes_that_get_one_reference_at_once_pay_once_whatever_the_currencies() throws Exception {
        var other = fixture.sibling().disbursements;
        for (int round = 0; round < ROUNDS; round++) {
            var reference = "rent " + round;
            var refusals = atOnce(
                    () -> payouts.create(fixture.create(fixture.claim(), draft(0, 1, EUR, FREE, reference))),
                    () -> other.create(fixture.create(fixture.claim(), draft(0, 1, IDR, FREE, reference))));
            assertThat(refusals).containsExactly(Refusal.REFERENCE_EXISTS);
        }
    }

    @Test
    void two_nodes_that_get_one_key_for_two_requests_at_once_do_one_of_them() throws Exception {
        var other = fixture.sibling().disbursements;
        for (int round = 0; round < ROUNDS; round++) {
            var key = "key " + round;
            var refusals = atOnce(
                    () -> payouts.create(fixture.create(fixture.claim(key, 1), draft(0, 1, EUR, FREE, null))),
                    () -> other.create(fixture.create(fixture.claim(key, 2), draft(0, 1, IDR, FREE, null))));
            assertThat(refusals).containsExactly(Refusal.IDEMPOTENCY_KEY_REUSED);
        }
    }

    @Test
    void two_nodes_never_spend_the_same_money() throws Exception {
        var other = fixture.sibling().disbursements;
        for (int round = 0; round < ROUNDS; round++) {
            var asset = Asset.fiat("C" + round, 2);
            fixture.fund(100, asset);
            var refusals = atOnce(
                    () -> payouts.create(fixture.create(fixture.claim(), draft(0, 60, asset, FREE, null))),
                    () -> other.create(fixture.create(fixture.claim(), draft(0, 60, asset, FREE, null))));
            assertThat(refusals).containsExactly(Refusal.INSUFFICIENT_BALANCE);
            assertThat(fixture.available(asset)).isEqualTo(40);
        }
    }

    private UUID create(String reference) {
        return PayoutFixture.ids(payouts.create(fixture.create(fixture.claim(), free(1, reference))))
                .getFirst();
    }

    private static Draft free(long units, String reference) {
        return draft(0, units, EUR, FREE, reference);
    }

    /// Decides commands in one batch, as a busy lane would.
    private List<Decision> batch(Command... commands) {
        return fixture.database.inTx(tx -> BatchRun.run(fixture.node.parts, tx, List.of(commands)));
    }

    /// Sends two requests at once and returns the refusals.
    private static List<Refusal> atOnce(Callable<Answer> one, Callable<Answer> other) throws Exception {
        var barrier = new CyclicBarrier(2);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var sent = Stream.of(one, other)
                    .map(request -> threads.submit(() -> {
                        barrier.await();
                        try {
                            request.call();
                            return List.<Refusal>of();
                        } catch (Refused refused) {
                            return List.of(refused.refusal());
                        }
                    }))
                    .toList();
            return Stream.concat(sent.getFirst().get().stream(), sent.getLast().get().stream())
                    .toList();
        }
    }

    private static Refused refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        var refused = catchThrowableOfType(Refused.class, call);
        assertThat(refused).as("a refusal").isNotNull();
        return refused;
    }
}
