package dev.sluice.disbursement;

import static dev.sluice.disbursement.Samples.CODE;
import static dev.sluice.disbursement.Samples.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.disbursement.DisbursementState.Cancelled;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Failed;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Reversed;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/// `pending → completed | failed | cancelled`, `completed → reversed`, and no other transition unless forced.
class DisbursementStateTest {
    private static final Money TOKENS = new Money(BigInteger.TEN, Asset.crypto("usdc-polygon", 6));
    private static final Map<Status, Set<Status>> WAYS = Map.of(
            Status.PENDING,
            Set.of(Status.PENDING, Status.COMPLETED, Status.FAILED, Status.CANCELLED, Status.REVERSED),
            Status.COMPLETED,
            Set.of(Status.COMPLETED, Status.REVERSED),
            Status.FAILED,
            Set.of(Status.FAILED),
            Status.CANCELLED,
            Set.of(Status.CANCELLED),
            Status.REVERSED,
            Set.of(Status.REVERSED));
    static final Iterable<DisbursementState> STATES = Samples.STATES;
    private static final Pending QUEUED = new Pending(Stage.QUEUED);
    private static final Pending WAITING = new Pending(Stage.NEEDS_APPROVAL);
    private static final Pending SCREENED = new Pending(Stage.SCREENING);
    private static final Set<Stage> ON_ITS_WAY = EnumSet.of(Stage.QUEUED, Stage.SUBMITTED, Stage.UNKNOWN);

    @ParameterizedTest
    @FieldSource("STATES")
    void a_rails_word_leads_only_along_the_published_ways(DisbursementState state) {
        for (var outcome : Samples.OUTCOMES) {
            assertThat(WAYS.get(state.status()))
                    .contains(state.afterReport(outcome, NOW).status());
        }
    }

    @ParameterizedTest
    @FieldSource("STATES")
    void the_same_news_twice_changes_nothing_more(DisbursementState state) {
        for (var outcome : Samples.OUTCOMES) {
            var once = state.afterReport(outcome, NOW);
            assertThat(once.afterReport(outcome, NOW.plusSeconds(5))).isEqualTo(once);
        }
    }

    @Test
    void a_pending_payout_becomes_what_the_rail_says() {
        for (var stage : ON_ITS_WAY) {
            var pending = new Pending(stage);
            assertThat(pending.afterReport(new Outcome.Settled("r", NOW), NOW)).isEqualTo(new Completed(NOW));
            assertThat(pending.afterReport(new Outcome.Rejected(CODE, "no"), NOW))
                    .isEqualTo(new Failed(CODE, "no", NOW));
            assertThat(pending.afterReport(new Outcome.Returned(CODE, "back", NOW, Samples.AMOUNT), NOW))
                    .isEqualTo(new Reversed(CODE, "back", NOW, Samples.AMOUNT));
            assertThat(pending.afterReport(new Outcome.Accepted("r", NOW), NOW))
                    .isEqualTo(new Pending(Stage.SUBMITTED));
            assertThat(pending.afterReport(new Outcome.Stopped(), NOW)).isEqualTo(new Cancelled(NOW));
        }
    }

    @Test
    void an_unknown_outcome_keeps_the_payout_pending() {
        for (var stage : ON_ITS_WAY) {
            assertThat(new Pending(stage).afterReport(new Outcome.Unknown("timeout", NOW), NOW))
                    .isEqualTo(new Pending(Stage.UNKNOWN));
            assertThat(new Pending(stage).afterReport(new Outcome.NotSeen(), NOW))
                    .isEqualTo(new Pending(stage));
        }
    }

    @Test
    void a_refusal_after_completion_is_old_news_and_a_return_is_not() {
        var completed = new Completed(NOW);
        assertThat(completed.afterReport(new Outcome.Rejected(CODE, "no"), NOW)).isEqualTo(completed);
        assertThat(completed.afterReport(new Outcome.Returned(CODE, "back", NOW, Samples.AMOUNT), NOW))
                .isEqualTo(new Reversed(CODE, "back", NOW, Samples.AMOUNT));
    }

    @Test
    void a_further_part_of_a_return_raises_the_amount_and_an_older_report_does_not_lower_it() {
        var part = new Completed(NOW).afterReport(returned(90), NOW);
        assertThat(part).isEqualTo(new Reversed(CODE, "back", NOW, money(90)));
        var whole = part.afterReport(returned(100), NOW.plusSeconds(5));
        assertThat(whole).isEqualTo(new Reversed(CODE, "back", NOW, money(100)));
        assertThat(whole.afterReport(returned(90), NOW.plusSeconds(9))).isEqualTo(whole);
    }

    private static Outcome returned(long units) {
        return new Outcome.Returned(CODE, "back", NOW, money(units));
    }

    private static Money money(long units) {
        return new Money(BigInteger.valueOf(units), PayoutFixture.EUR);
    }

    @ParameterizedTest
    @FieldSource("STATES")
    void only_a_payout_that_no_rail_knows_can_be_cancelled(DisbursementState state) {
        if (state.equals(QUEUED) || state.equals(WAITING) || state.equals(SCREENED)) {
            assertThat(state.cancelled(NOW)).isEqualTo(new Cancelled(NOW));
        } else if (!(state instanceof Cancelled)) {
            assertThatExceptionOfType(Refused.class)
                    .isThrownBy(() -> state.cancelled(NOW))
                    .satisfies(
                            refused -> assertThat(refused.refusal()).isEqualTo(Refusal.DISBURSEMENT_NOT_CANCELLABLE));
        }
    }

    @Test
    void what_waits_for_an_approval_is_let_go_or_stopped_and_no_rail_has_a_say_in_it() {
        assertThat(WAITING.reviewed(true, Stage.QUEUED, NOW)).isEqualTo(QUEUED);
        assertThat(WAITING.reviewed(true, Stage.SCREENING, NOW)).isEqualTo(SCREENED);
        assertThat(WAITING.reviewed(false, Stage.QUEUED, NOW)).isEqualTo(new Cancelled(NOW));
        for (var outcome : Samples.OUTCOMES) {
            assertThat(WAITING.afterReport(outcome, NOW)).isEqualTo(WAITING);
        }
    }

    @Test
    void what_is_screened_is_let_go_or_fails_and_no_rail_has_a_say_in_it() {
        assertThat(SCREENED.screened(true, NOW)).isEqualTo(QUEUED);
        assertThat(SCREENED.screened(false, NOW).status()).isEqualTo(Status.FAILED);
        for (var outcome : Samples.OUTCOMES) {
            assertThat(SCREENED.afterReport(outcome, NOW)).isEqualTo(SCREENED);
        }
    }

    @ParameterizedTest
    @FieldSource("STATES")
    void nothing_but_what_is_screened_moves_by_it(DisbursementState state) {
        if (!state.equals(SCREENED)) {
            assertThat(state.screened(true, NOW)).isEqualTo(state);
            assertThat(state.screened(false, NOW)).isEqualTo(state);
        }
        if (!state.equals(QUEUED)) {
            assertThat(state.heldForScreening()).isEqualTo(state);
        }
    }

    @ParameterizedTest
    @FieldSource("STATES")
    void nothing_else_can_be_approved(DisbursementState state) {
        if (!state.equals(WAITING)) {
            assertThatExceptionOfType(Refused.class)
                    .isThrownBy(() -> state.reviewed(true, Stage.QUEUED, NOW))
                    .satisfies(refused ->
                            assertThat(refused.refusal()).isEqualTo(Refusal.DISBURSEMENT_NOT_AWAITING_APPROVAL));
        }
    }

    @Test
    void cancelling_twice_is_no_error_and_keeps_the_first_time() {
        var once = QUEUED.cancelled(NOW);
        assertThat(once.cancelled(NOW.plusSeconds(5))).isEqualTo(once);
    }

    @ParameterizedTest
    @EnumSource
    void a_forced_status_is_the_one_asked_for(Status status) {
        for (var amount : List.of(Samples.AMOUNT, TOKENS)) {
            assertThat(DisbursementState.forced(status, amount, NOW).status()).isEqualTo(status);
        }
    }

    @Test
    void a_forced_failure_is_one_that_such_a_payout_can_have() {
        assertThat(DisbursementState.forced(Status.FAILED, Samples.AMOUNT, NOW))
                .isEqualTo(new Failed(FailureCode.BANK_REJECTED, "Forced in the sandbox", NOW));
        assertThat(DisbursementState.forced(Status.FAILED, TOKENS, NOW))
                .isEqualTo(new Failed(FailureCode.TRANSACTION_FAILED, "Forced in the sandbox", NOW));
    }

    @ParameterizedTest
    @EnumSource
    void a_status_is_read_as_it_is_written(Status status) {
        assertThat(Status.of(status.wire())).contains(status);
        assertThat(Status.of(status.name())).isEmpty();
    }

    @Test
    void only_what_came_to_nothing_frees_its_reference() {
        assertThat(Set.of(Status.values()))
                .filteredOn(Status::freesReference)
                .containsOnly(Status.FAILED, Status.CANCELLED);
    }
}
