package dev.sluice.disbursement;

import static dev.sluice.disbursement.Samples.NOW;
import static dev.sluice.disbursement.Samples.THEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.activity.Activity;
import dev.sluice.activity.Forces;
import dev.sluice.disbursement.DisbursementState.Cancelled;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Failed;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Reversed;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.rail.FailureCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Activities: all are pending at creation; each is completed as it happens, or failed at the point of failure.
class HistoryTest {
    private static final History NEW = History.ofNew(THEN);

    @Test
    void a_new_payout_has_three_pending_steps() {
        assertThat(NEW.activities())
                .extracting(Activity::name)
                .containsExactly("Disburse requested", "Recipient validated", "Sent to recipient account");
        assertThat(steps(NEW)).containsExactly("pending", "pending", "pending");
        assertThat(NEW.activities()).extracting(Activity::updatedAt).containsOnly(THEN);
    }

    @Test
    void acceptance_completes_two_steps_and_arrival_the_third() {
        var submitted = NEW.reached(new Pending(Stage.SUBMITTED), NOW);
        assertThat(steps(submitted)).containsExactly("completed", "completed", "pending");
        var arrived = submitted.reached(new Completed(NOW), NOW.plusSeconds(1));
        assertThat(steps(arrived)).containsExactly("completed", "completed", "completed");
        assertThat(arrived.activities()).extracting(Activity::updatedAt).containsExactly(NOW, NOW, NOW.plusSeconds(1));
    }

    @Test
    void arrival_without_acceptance_completes_all_three() {
        assertThat(steps(NEW.reached(new Completed(NOW), NOW))).containsExactly("completed", "completed", "completed");
    }

    @Test
    void while_nobody_knows_the_last_step_says_so_and_stays_pending() {
        var unknown = NEW.reached(new Pending(Stage.UNKNOWN), NOW);
        assertThat(steps(unknown)).containsExactly("completed", "completed", "pending");
        assertThat(unknown.activities().getLast().description())
                .isEqualTo("Waiting for the bank to confirm the outcome");
    }

    @ParameterizedTest
    @EnumSource
    void a_failure_leaves_no_step_pending_and_says_why(FailureCode code) {
        var failed = NEW.reached(new Failed(code, code.message(), NOW), NOW);
        assertThat(steps(failed))
                .doesNotContain("pending")
                .startsWith("completed")
                .endsWith("failed");
        assertThat(failed.activities())
                .filteredOn(activity -> activity.status().equals("failed"))
                .extracting(Activity::description)
                .containsOnly(code.message());
    }

    @Test
    void a_wrong_account_fails_at_validation_and_a_refusal_at_sending() {
        assertThat(steps(NEW.reached(new Failed(FailureCode.ACCOUNT_CLOSED, "closed", NOW), NOW)))
                .containsExactly("completed", "failed", "failed");
        assertThat(steps(NEW.reached(new Failed(FailureCode.BANK_REJECTED, "refused", NOW), NOW)))
                .containsExactly("completed", "completed", "failed");
    }

    @Test
    void cancelling_cancels_what_was_pending() {
        assertThat(steps(NEW.reached(new Cancelled(NOW), NOW))).containsExactly("cancelled", "cancelled", "cancelled");
    }

    @Test
    void a_return_is_a_line_of_its_own() {
        var back = NEW.reached(new Completed(NOW), NOW)
                .reached(new Reversed(FailureCode.RETURNED_BY_PAYEE, "sent back", NOW, Samples.AMOUNT), NOW);
        assertThat(steps(back)).containsExactly("completed", "completed", "completed", "completed");
        assertThat(back.activities().getLast())
                .isEqualTo(new Activity("Returned by recipient bank", "completed", "sent back", NOW));
    }

    @ParameterizedTest
    @EnumSource
    void forcing_a_status_shows_the_steps_of_that_status_and_adds_a_line(Status status) {
        var before = NEW.reached(new Completed(THEN), THEN);
        var forced = Samples.payout(new Completed(THEN), 100, 1)
                .moved(new Completed(THEN), before, null, null, 0, THEN)
                .forced(DisbursementState.forced(status, Samples.AMOUNT, NOW), NOW);
        var ordinary = NEW.reached(DisbursementState.forced(status, Samples.AMOUNT, NOW), NOW);
        assertThat(steps(forced).subList(0, 3)).isEqualTo(steps(ordinary).subList(0, 3));
        assertThat(forced.activities().getLast())
                .isEqualTo(new Activity(
                        "Status forced in the sandbox", "completed", "Status set to " + status.wire(), NOW));
    }

    @Test
    void a_return_that_is_forced_again_and_again_is_one_line() {
        var payout = Samples.payout(new Completed(THEN), 100, 1)
                .moved(new Completed(THEN), NEW.reached(new Completed(THEN), THEN), null, null, 0, THEN);
        for (int round = 0; round < Forces.LINES_MAX; round++) {
            for (var status : List.of(Status.REVERSED, Status.COMPLETED)) {
                var state = DisbursementState.forced(status, Samples.AMOUNT, NOW);
                payout = payout.moved(state, payout.forced(state, NOW), null, null, 0, NOW);
            }
        }
        assertThat(payout.progress().history().activities())
                .hasSize(3 + 1 + Forces.LINES_MAX)
                .extracting(Activity::name)
                .containsOnlyOnce("Returned by recipient bank");
        var back = new Reversed(FailureCode.RETURNED_BY_PAYEE, "sent back", NOW, Samples.AMOUNT);
        var tokens = ChainHistory.reached(ChainHistory.reached(ChainHistory.ofNew(THEN), back, THEN), back, NOW);
        assertThat(tokens.activities())
                .hasSize(3)
                .endsWith(new Activity("Returned by recipient", "completed", "sent back", NOW));
    }

    @Test
    void what_is_settled_stays_as_it_was() {
        var failed = NEW.reached(new Failed(FailureCode.BANK_REJECTED, "refused", THEN), THEN);
        assertThat(failed.reached(new Completed(NOW), NOW)).isEqualTo(failed);
    }

    @Test
    void an_approval_stands_before_what_waits_for_it_and_lines_keep_their_numbers() {
        var paid = NEW.awaitingApproval(THEN).reached(new Completed(NOW), NOW).plus(new Activity("Later", "", NOW));
        assertThat(paid.inOrder())
                .extracting(line -> line.activity().name())
                .containsExactly(
                        "Disburse requested", "Approval", "Recipient validated", "Sent to recipient account", "Later");
        assertThat(paid.inOrder()).extracting(History.Line::number).containsExactly(1, 4, 2, 3, 5);
        var tokens = ChainHistory.ofNew(THEN).awaitingApproval(THEN);
        assertThat(tokens.inOrder()).extracting(History.Line::number).containsExactly(3, 1, 2);
    }

    private static List<String> steps(History history) {
        return history.activities().stream().map(Activity::status).toList();
    }
}
