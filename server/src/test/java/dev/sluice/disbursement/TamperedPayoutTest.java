package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.db.ServingRole;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.lane.Command.Review;
import dev.sluice.disbursement.lane.PendingWrites;
import dev.sluice.disbursement.query.Backlog;
import dev.sluice.disbursement.query.BacklogStore;
import dev.sluice.http.Page;
import dev.sluice.idempotency.Decision;
import dev.sluice.merchant.Role;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An attacker with the password of the serving role, but not the master key, changes payouts in the database.
class TamperedPayoutTest {
    private static final String OTHER_PAYEE =
            "payee = (SELECT other.payee FROM disbursement other WHERE other.id <> disbursement.id LIMIT 1)";

    private final TamperedPayouts tampered = new TamperedPayouts();
    private final PayoutFixture fixture = tampered.fixture;
    private final ServingRole attacker = tampered.attacker;
    private final HookedBank bank = tampered.bank;
    private final DisbursementWorker worker = tampered.worker;

    @AfterEach
    void close() {
        tampered.close();
    }

    /// The recipient of another payout, sealed for the same organization, can be copied.
    private void payToSomebodyElse() {
        var draft = PayoutFixture.draft(0, 1, IDR, PayoutFixture.FREE, null);
        var theirs =
                new Payee(new UUID(6, 6), null, "Thief", draft.payee().parts().bank(), null);
        fixture.node.disbursements.create(fixture.create(fixture.claim(), draft.with(null, PayeeDocument.of(theirs))));
    }

    private double counted() {
        return fixture.meters.get("sluice.payouts.tampered").counter().count();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                OTHER_PAYEE,
                "units = 99",
                "asset = 'USD'",
                "exponent = 0",
                "fee_units = 0",
                "rail = 'sandbox-chain'",
                "note = 'for further credit to 42'",
                "receiver = '0x0000000000000000000000000000000000000001'",
                "mac = ''",
                "mac = sha256('guessed')"
            })
    void what_was_changed_is_held_and_reported_and_never_handed_to_its_rail(String change) {
        var payout = tampered.due();
        payToSomebodyElse();
        assertThat(attacker.execute("UPDATE disbursement SET " + change + " WHERE id = ?", payout))
                .isEqualTo(1);
        worker.step();
        assertThat(bank.submitted).doesNotContain(payout);
        assertThat(fixture.alerts)
                .singleElement()
                .satisfies(alert -> assertThat(alert.message()).contains(payout.toString(), "Held payouts"));
        assertThat(counted()).isPositive();
        fixture.pass(PendingWrites.HELD_FOR);
        worker.step();
        assertThat(bank.submitted).doesNotContain(payout);
    }

    @Test
    void a_row_that_is_restored_goes_on_by_itself() {
        var payout = tampered.due();
        attacker.execute("UPDATE disbursement SET units = 99 WHERE id = ?", payout);
        worker.step();
        assertThat(bank.submitted).isEmpty();
        attacker.execute("UPDATE disbursement SET units = 100 WHERE id = ?", payout);
        fixture.pass(PendingWrites.HELD_FOR.plusSeconds(1));
        worker.step();
        assertThat(bank.submitted).containsExactly(payout);
    }

    @Test
    void each_payout_that_is_held_is_named_once() {
        var payouts = List.of(tampered.due(), tampered.due());
        attacker.execute("UPDATE disbursement SET units = 99");
        worker.step();
        fixture.pass(PendingWrites.HELD_FOR);
        worker.step();
        assertThat(fixture.alerts)
                .hasSize(2)
                .allSatisfy(alert -> assertThat(alert.message().length()).isLessThanOrEqualTo(140));
        assertThat(payouts)
                .allSatisfy(payout -> assertThat(fixture.alerts)
                        .anySatisfy(alert -> assertThat(alert.message()).contains(payout.toString())));
    }

    @Test
    void the_list_of_operators_has_what_is_held_until_it_goes_on() {
        var backlog = new Backlog(
                fixture.database,
                new BacklogStore(fixture.node.parts.store()),
                () -> new DueStore.Withheld(List.of(), List.of()));
        var payout = tampered.due();
        attacker.execute("UPDATE disbursement SET units = 99 WHERE id = ?", payout);
        assertThat(held(backlog)).isEmpty();
        worker.step();
        assertThat(held(backlog)).singleElement().satisfies(found -> {
            assertThat(found.payout().id()).isEqualTo(payout);
            assertThat(found.payout().isHeld()).isTrue();
            assertThat(found.heldSince()).isNotNull();
        });
        attacker.execute("UPDATE disbursement SET units = 100 WHERE id = ?", payout);
        fixture.pass(PendingWrites.HELD_FOR.plusSeconds(1));
        worker.step();
        assertThat(bank.submitted).containsExactly(payout);
        assertThat(held(backlog)).isEmpty();
    }

    private List<Backlog.PendingPayout> held(Backlog backlog) {
        return backlog.stuck(
                        new Backlog.Search(Backlog.StuckReason.HELD, null, null),
                        fixture.auth.clocks.instant(),
                        Backlog.STUCK_AFTER,
                        new Page.Request(10, 1, Page.Sort.CREATED_DESCENDING))
                .page()
                .docs();
    }

    @Test
    void the_row_of_another_payout_is_no_instruction_for_this_one() {
        var payout = tampered.due();
        var other = fixture.pay(50_000, IDR);
        attacker.execute(
                "UPDATE disbursement SET (units, payee, mac) ="
                        + " (SELECT units, payee, mac FROM disbursement other WHERE other.id = ?) WHERE id = ?",
                other,
                payout);
        worker.step();
        assertThat(bank.submitted).doesNotContain(payout);
    }

    @Test
    void what_was_changed_is_neither_completed_nor_given_back_nor_cancelled() {
        var payout = fixture.pay(100, IDR);
        long held = fixture.held(IDR);
        attacker.execute("UPDATE disbursement SET units = 99 WHERE id = ?", payout);
        var now = fixture.auth.clocks.instant();
        fixture.node.disbursements.applyOutcomes(
                List.of(fixture.applyOutcome(payout, new Outcome.Settled("paid", now))));
        fixture.node.disbursements.applyOutcomes(List.of(fixture.applyOutcome(payout, new Outcome.Stopped())));
        assertThat(tampered.state(payout)).isInstanceOf(Pending.class);
        assertThat(fixture.held(IDR)).isEqualTo(held);
        assertThatThrownBy(() -> fixture.node.disbursements.cancel(fixture.cancel(payout, fixture.claim())))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.DISBURSEMENT_HELD));
        attacker.execute("UPDATE disbursement SET units = 100 WHERE id = ?", payout);
        fixture.node.disbursements.applyOutcomes(
                List.of(fixture.applyOutcome(payout, new Outcome.Settled("paid", now))));
        assertThat(tampered.state(payout)).isInstanceOf(Completed.class);
    }

    @Test
    void what_was_changed_cannot_be_approved() {
        var payout = fixture.pay(100, IDR);
        attacker.execute("UPDATE disbursement_progress SET stage = 'NEEDS_APPROVAL' WHERE id = ?", payout);
        attacker.execute("UPDATE disbursement SET units = 99 WHERE id = ?", payout);
        var checker = new Disbursement.Actor(fixture.person(Role.CHECKER).id(), "Rani");
        var review = new Review(new PayoutRef(fixture.organization, payout), checker, true, null);
        assertThat(fixture.node.disbursements.review(List.of(review)))
                .singleElement()
                .isInstanceOfSatisfying(
                        Decision.Declined.class,
                        declined -> assertThat(declined.refused().refusal()).isEqualTo(Refusal.DISBURSEMENT_HELD));
    }
}
