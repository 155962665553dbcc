package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.auth.Caller;
import dev.sluice.db.ServingRole;
import dev.sluice.disbursement.create.PayoutPreparation;
import dev.sluice.disbursement.lane.Command.Create;
import dev.sluice.disbursement.lane.Command.Review;
import dev.sluice.idempotency.Decision;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.rail.PayoutRef;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An attacker with the password of the serving role, but not the master key, tries to release payouts that no other
/// user approved.
class TamperedApprovalTest {
    private static final String DUE = "INSERT INTO disbursement_due (organization_id, disbursement_id, due_at, rail,"
            + " attempts) SELECT organization_id, id, now() - interval '1 year', rail, 0 FROM disbursement"
            + " WHERE id = ?";
    private static final String QUEUED =
            "UPDATE disbursement_progress SET status = 'pending', stage = 'QUEUED' WHERE id = ?";

    private final TamperedPayouts tampered = new TamperedPayouts();
    private final PayoutFixture fixture = tampered.fixture;
    private final ServingRole attacker = tampered.attacker;
    private User maker;
    private User checker;

    @BeforeEach
    void enter() {
        maker = fixture.person(Role.OWNER);
        checker = fixture.person(Role.CHECKER);
    }

    @AfterEach
    void close() {
        tampered.close();
    }

    /// Returns a payout that waits for an approval, because its maker was told that it would.
    private UUID waiting() {
        var template = fixture.createBy(
                Role.OWNER, fixture.claim(), false, PayoutFixture.draft(0, 100, IDR, PayoutFixture.FREE, null));
        var caller = new Caller(
                fixture.organization,
                "Acme",
                maker.id(),
                "Rani",
                template.caller().scopes(),
                Role.OWNER);
        var create = new Create(
                caller,
                template.drafts(),
                false,
                new PayoutPreparation.Confirmation(List.of(BigDecimal.ZERO), List.of(1), List.of(true), null),
                template.claim(),
                template.render());
        var payout =
                PayoutFixture.ids(fixture.node.disbursements.create(create)).getFirst();
        assertThat(fixture.node
                        .disbursements
                        .get(fixture.organization, payout)
                        .state()
                        .needsApproval())
                .isTrue();
        return payout;
    }

    private Decision approve(UUID payout, User by) {
        var review = new Review(
                new PayoutRef(fixture.organization, payout), new Disbursement.Actor(by.id(), "Rani"), true, null);
        return fixture.node.disbursements.review(List.of(review)).getFirst();
    }

    @Test
    void a_payout_that_somebody_else_approved_is_paid() {
        var payout = waiting();
        assertThat(approve(payout, checker)).isInstanceOf(Decision.Noted.class);
        assertThat(tampered.submitted()).containsExactly(payout);
    }

    @Test
    void a_payout_whose_state_was_changed_past_its_approval_is_not_paid() {
        var payout = waiting();
        attacker.execute(QUEUED, payout);
        attacker.execute(DUE, payout);
        assertThat(tampered.submitted()).isEmpty();
        assertThat(fixture.alerts).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"NULL", "sha256('guessed')", "(SELECT mac FROM disbursement d WHERE d.id = disbursement_id)"})
    void an_approval_that_nobody_gave_is_none(String mac) {
        var payout = waiting();
        assertThat(attacker.execute(
                        "UPDATE disbursement_approval SET ended_at = now(), approved = true, decided_by = ?,"
                                + " decided_by_name = 'Rani', mac = " + mac + " WHERE disbursement_id = ?",
                        checker.id(),
                        payout))
                .isEqualTo(1);
        attacker.execute(QUEUED, payout);
        attacker.execute(DUE, payout);
        assertThat(tampered.submitted()).isEmpty();
    }

    @Test
    void the_approval_of_another_payout_is_none() {
        var approved = waiting();
        approve(approved, checker);
        var payout = waiting();
        attacker.execute(
                "UPDATE disbursement_approval a SET (ended_at, approved, decided_by, decided_by_name, mac) ="
                        + " (SELECT ended_at, approved, decided_by, decided_by_name, mac FROM disbursement_approval o"
                        + " WHERE o.disbursement_id = ?) WHERE disbursement_id = ?",
                approved,
                payout);
        attacker.execute(QUEUED, payout);
        attacker.execute(DUE, payout);
        assertThat(tampered.submitted()).containsExactly(approved);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE disbursement SET actor_id = gen_random_uuid() WHERE id = ?",
                "UPDATE disbursement_approval SET key_made_by = gen_random_uuid() WHERE disbursement_id = ?"
            })
    void a_payout_with_another_maker_cannot_be_approved(String sql) {
        var payout = waiting();
        assertThat(attacker.execute(sql, payout)).isEqualTo(1);
        assertThat(approve(payout, maker)).isInstanceOf(Decision.Declined.class);
        assertThat(approve(payout, checker)).isInstanceOf(Decision.Declined.class);
        assertThat(tampered.submitted()).isEmpty();
    }

    @Test
    void a_payout_that_was_cancelled_and_is_queued_again_is_not_paid() {
        var payout = fixture.pay(100, IDR);
        fixture.node.disbursements.cancel(fixture.cancel(payout, fixture.claim()));
        attacker.execute(QUEUED, payout);
        attacker.execute(DUE, payout);
        assertThat(tampered.submitted()).isEmpty();
        assertThatThrownBy(() -> attacker.execute("DELETE FROM disbursement_cancelled"))
                .hasMessageContaining("permission denied");
        assertThatThrownBy(() -> attacker.execute("UPDATE disbursement_cancelled SET at = at"))
                .hasMessageContaining("permission denied");
    }
}
