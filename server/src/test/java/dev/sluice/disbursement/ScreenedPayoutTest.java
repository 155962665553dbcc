package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.disbursement.DisbursementState.Cancelled;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Failed;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.disbursement.lane.Command.Withhold;
import dev.sluice.rail.FailureCode;
import dev.sluice.screening.Check;
import dev.sluice.screening.CheckKind;
import dev.sluice.screening.ScreeningModule;
import dev.sluice.screening.ScreeningSettings;
import dev.sluice.screening.ScreeningWorker;
import dev.sluice.screening.Screenings.Decided;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Payouts with screening of their recipients against a list, from the request to the rail.
class ScreenedPayoutTest extends PayoutScreening {
    @Test
    void a_payee_that_is_on_no_list_is_paid() {
        var payout = pay("Budi Santoso");
        assertThat(state(payout)).isEqualTo(new Pending(Stage.SCREENING));
        fixture.pass(UNTIL_SUBMITTED);
        worker.step();
        assertThat(bank.submitted).isEmpty();
        work();
        assertThat(bank.submitted).containsExactly(payout);
        assertThat(check(payout).state()).isEqualTo(Check.State.CLEAR);
    }

    @Test
    void a_hit_waits_until_an_operator_clears_it_and_is_paid_once() {
        var payout = pay("Wiktor Moroshenko");
        work();
        fixture.pass(Duration.ofHours(1));
        work();
        assertThat(bank.submitted).isEmpty();
        assertThat(state(payout)).isEqualTo(new Pending(Stage.SCREENING));
        assertThat(notices()).containsExactly("SCREENING_HIT");
        assertThat(module.screenings().waiting().hits()).isEqualTo(1);
        assertThat(decide(payout, true)).isEqualTo(Decided.DONE);
        work();
        work();
        assertThat(bank.submitted).containsExactly(payout);
        assertThat(check(payout).decision().reason()).isEqualTo("Born in another year");
    }

    @Test
    void a_rejected_hit_fails_the_payout_and_gives_the_money_back() {
        var payout = pay("Viktor Morozhenko");
        work();
        assertThat(fixture.available(IDR)).isEqualTo(999_900);
        assertThat(decide(payout, false)).isEqualTo(Decided.DONE);
        work();
        assertThat(state(payout))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.code()).isEqualTo(FailureCode.COMPLIANCE_REJECTED));
        assertThat(fixture.available(IDR)).isEqualTo(1_000_000);
        assertThat(bank.submitted).isEmpty();
        assertThat(fixture.events(payout)).containsExactly("disbursement.created", "disbursement.failed");
    }

    @Test
    void what_was_decided_is_not_decided_again() {
        var payout = pay("Viktor Morozhenko");
        work();
        assertThat(decide(payout, false)).isEqualTo(Decided.DONE);
        var matches = check(payout).result().matches();
        assertThat(module.screenings().decide(check(payout).ref(), true, operator, matches))
                .isEqualTo(Decided.OVERTAKEN);
        work();
        assertThat(bank.submitted).isEmpty();
    }

    @Test
    void a_cleared_payee_passes_with_the_same_matches_and_not_with_others() {
        decideAfter(pay("Viktor Morozhenko"));
        var second = pay("Viktor Morozhenko");
        work();
        assertThat(bank.submitted).contains(second);
        list(HEADER + LISTED + "Q2,Person,Victor Morozhenko,,1974,ua,Test list\n");
        var third = pay("Viktor Morozhenko");
        work();
        assertThat(bank.submitted).doesNotContain(third);
        assertThat(check(third).state()).isEqualTo(Check.State.HIT);
    }

    private void decideAfter(UUID payout) {
        work();
        assertThat(decide(payout, true)).isEqualTo(Decided.DONE);
        work();
    }

    @Test
    void a_clearance_counts_for_the_same_payee_only() {
        decideAfter(pay("Viktor Morozhenko"));
        var other = pay("Viktor V. Morozhenko");
        work();
        assertThat(bank.submitted).doesNotContain(other);
    }

    @Test
    void while_the_list_is_missing_or_old_payouts_wait_and_then_pass() {
        list(HEADER + LISTED, AGE_MAX.plusSeconds(1));
        var payout = pay("Budi Santoso");
        work();
        fixture.pass(Duration.ofMinutes(1));
        work();
        assertThat(bank.submitted).isEmpty();
        assertThat(check(payout).trouble()).contains("older than PT72H");
        assertThat(module.screenings().waiting().unavailable()).isEqualTo(1);
        list(HEADER + LISTED);
        fixture.pass(Duration.ofMinutes(5));
        work();
        assertThat(bank.submitted).containsExactly(payout);
    }

    @Test
    void operators_are_told_once_that_screening_is_unavailable() {
        list(HEADER + LISTED, AGE_MAX.plusSeconds(1));
        pay("Budi Santoso");
        for (int times = 0; times < 6; times++) {
            work();
            fixture.pass(Duration.ofMinutes(5));
        }
        assertThat(notices()).containsExactly("SCREENING_UNAVAILABLE");
    }

    @Test
    void a_held_payout_can_be_cancelled_and_is_never_paid_after_that() {
        var payout = pay("Viktor Morozhenko");
        work();
        fixture.node.disbursements.cancel(fixture.cancel(payout, fixture.claim()));
        assertThat(state(payout)).isInstanceOf(Cancelled.class);
        assertThat(fixture.available(IDR)).isEqualTo(1_000_000);
        assertThat(module.screenings().waiting().hits()).isZero();
        work();
        assertThat(bank.submitted).isEmpty();
    }

    @Test
    void a_node_that_dies_before_it_stores_or_tells_leaves_it_to_another() {
        var payout = pay("Budi Santoso");
        var mute = module.worker(
                fixture.node.parts.rules().notifications(),
                Map.of(CheckKind.PAYOUT, _ -> {
                    throw new IllegalStateException("the node dies here");
                }),
                fixture.meters);
        assertThatThrownBy(mute::step).hasMessageContaining("dies here");
        work();
        assertThat(bank.submitted).isEmpty();
        fixture.pass(Duration.ofMinutes(2));
        work();
        assertThat(bank.submitted).containsExactly(payout);
    }

    @Test
    void two_nodes_pay_once() throws InterruptedException {
        var sibling = fixture.sibling();
        var other = screener(module, sibling);
        var elsewhere = worker(sibling);
        var payouts = new ArrayList<UUID>();
        for (int at = 0; at < 40; at++) {
            payouts.add(pay("Budi Santoso " + at));
        }
        var listed = pay("Viktor Morozhenko");
        for (int times = 0; times < 2; times++) {
            var here = Thread.ofVirtual().start(() -> repeat(screener, worker));
            var there = Thread.ofVirtual().start(() -> repeat(other, elsewhere));
            here.join();
            there.join();
            fixture.pass(UNTIL_SUBMITTED);
        }
        assertThat(bank.submitted).containsExactlyInAnyOrderElementsOf(payouts).doesNotContain(listed);
    }

    private static void repeat(ScreeningWorker screening, DisbursementWorker paying) {
        for (int times = 0; times < 30; times++) {
            screening.step();
            paying.step();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE screening_check SET state = 'CLEAR', due_at = now() WHERE subject_id = ?",
                "UPDATE screening_check SET state = 'CLEARED', due_at = now(), decided_by = subject_id,"
                        + " decided_by_name = 'me', reason = 'me', decided_at = now() WHERE subject_id = ?",
                "UPDATE screening_check SET (state, matches, mac, due_at, checked_at, provider) = (SELECT state,"
                        + " matches, mac, now(), checked_at, provider FROM screening_check other WHERE other.state ="
                        + " 'CLEAR' LIMIT 1) WHERE subject_id = ?"
            })
    void a_changed_row_lets_no_hit_pass(String change) {
        pay("Budi Santoso");
        var payout = pay("Viktor Morozhenko");
        work();
        bank.submitted.clear();
        assertThat(attacker.execute(change, payout)).isEqualTo(1);
        work();
        release(payout);
        work();
        fixture.pass(Duration.ofMinutes(5));
        work();
        assertThat(bank.submitted).doesNotContain(payout);
        assertThat(check(payout).state()).isEqualTo(Check.State.HIT);
        assertThat(state(payout)).isEqualTo(new Pending(Stage.SCREENING));
    }

    /// Simulates a passed check in the database: the stage and the queue are rows as well.
    private void release(UUID payout) {
        attacker.execute("UPDATE disbursement_progress SET stage = 'QUEUED' WHERE id = ?", payout);
        attacker.execute(
                "INSERT INTO disbursement_due (organization_id, disbursement_id, due_at, rail, attempts)"
                        + " SELECT organization_id, id, now(), rail, 0 FROM disbursement WHERE id = ?",
                payout);
    }

    @Test
    void a_clearance_of_somebody_elses_making_counts_for_nothing() {
        decideAfter(pay("Viktor Morozhenko"));
        attacker.execute(
                "UPDATE screening_check SET decided_by_name = 'me' WHERE subject_id IS NOT NULL AND state = ?::text",
                "CLEARED");
        assertThat(attacker.execute(
                        "INSERT INTO screening_clearance SELECT organization_id, sha256(party), match,"
                                + " cleared_by, cleared_by_name, cleared_at, mac FROM screening_clearance"
                                + " WHERE cleared_by_name = ?",
                        "Olga"))
                .isEqualTo(1);
        var other = pay("Viktor Morozhenko Junior");
        work();
        assertThat(bank.submitted).doesNotContain(other);
    }

    @Test
    void a_payout_from_before_screening_was_turned_on_is_screened_before_it_is_paid() {
        var payout = pay("Viktor Morozhenko");
        release(payout);
        fixture.database.run(tx -> tx.handle().execute("DELETE FROM screening_check"));
        worker.step();
        assertThat(bank.submitted).isEmpty();
        assertThat(state(payout)).isEqualTo(new Pending(Stage.SCREENING));
        work();
        assertThat(check(payout).state()).isEqualTo(Check.State.HIT);
        decide(payout, true);
        work();
        fixture.pass(Duration.ofMinutes(5));
        work();
        assertThat(bank.submitted).containsExactly(payout);
        assertThat(state(payout)).isNotInstanceOf(Completed.class).isInstanceOf(Pending.class);
    }

    @Test
    void a_payout_that_a_node_without_screening_let_pass_is_screened_before_it_is_paid() {
        var payout = pay("Viktor Morozhenko");
        try (var off = ScreeningModule.wire(
                fixture.database, fixture.auth.vault, fixture.auth.clocks, new ScreeningSettings.None())) {
            var idle = screener(off, fixture.node);
            while (idle.step()) {
                // Repeated, so that every answer is reported.
            }
        }
        assertThat(check(payout).state()).isEqualTo(Check.State.CLEAR);
        fixture.pass(UNTIL_SUBMITTED);
        worker.step();
        assertThat(bank.submitted).isEmpty();
        work();
        assertThat(check(payout).state()).isEqualTo(Check.State.HIT);
        assertThat(bank.submitted).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"WAIT", "REJECT"})
    void a_node_that_wakes_after_another_one_handed_the_payout_over_keeps_nothing_back(Check.Consequence learned) {
        var payout = pay("Budi Santoso");
        while (screener.step()) {
            // Repeated, so that every answer is reported.
        }
        fixture.pass(UNTIL_SUBMITTED);
        var now = fixture.auth.clocks.instant();
        var claimed = fixture.database
                .inTx(tx -> DueStore.claim(
                        tx,
                        now,
                        now.plus(DisbursementWorker.LEASE),
                        List.of(bank.name()),
                        new DueStore.Withheld(Set.of(), Set.of()),
                        10))
                .claimed();
        var late = claimed.stream().map(claim -> new Withhold(claim, learned)).toList();
        assertThat(late).hasSize(1);
        fixture.pass(DisbursementWorker.LEASE.plusSeconds(1));
        bank.beforeItSubmits.add(() -> fixture.node.disbursements.withhold(late));
        worker.step();
        assertThat(bank.submitted).containsExactly(payout);
        assertThat(state(payout)).isEqualTo(new Pending(Stage.UNKNOWN));
        assertThat(fixture.available(IDR)).isEqualTo(999_900);
    }
}
