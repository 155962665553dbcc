package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.FREE;
import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.approval.Approvals;
import dev.sluice.disbursement.approval.Approvals.ApprovalDecision;
import dev.sluice.disbursement.create.PayoutPreparation.Confirmation;
import dev.sluice.disbursement.lane.Command.Create;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.User;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A payout confirmed a while ago is paid only if the confirming person's permissions are unchanged since they were
/// checked; the paying transaction verifies that.
class ConfirmedPayoutTest {
    private final PayoutFixture fixture = new PayoutFixture();
    private final Approvals approvals = new Approvals(fixture.database, fixture.node.disbursements);
    private User maker;

    @BeforeEach
    void person() {
        fixture.auth.organizations.create(fixture.organization, "Acme", Switches.sandbox());
        fixture.fund(1_000_000, IDR);
        maker = fixture.auth
                .users
                .create(fixture.organization, "maker-" + UUID.randomUUID() + "@example.com", "Rani", Role.MAKER)
                .user();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private List<UUID> paid(Role role) {
        return paid(role, false, null);
    }

    private List<UUID> paid(Role role, boolean waits, @Nullable UUID preparer) {
        var caller =
                new Caller(fixture.organization, "Acme", maker.id(), maker.name(), EnumSet.of(Scope.PAYOUTS), role);
        var draft = PayoutFixture.draft(0, 1000, IDR, FREE, null);
        var agreed = new Confirmation(List.of(BigDecimal.ZERO), List.of(0), List.of(waits), preparer);
        return PayoutFixture.ids(fixture.node.disbursements.create(
                new Create(caller, List.of(draft), false, agreed, fixture.claim(), PayoutFixture::created)));
    }

    private void assertNotPaid(Role role) {
        assertThatThrownBy(() -> paid(role))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.UNAVAILABLE));
    }

    @Test
    void it_is_paid_while_they_may_pay() {
        assertThat(paid(Role.MAKER)).hasSize(1);
    }

    @Test
    void it_is_not_once_their_access_was_taken() {
        fixture.auth.users.disable(fixture.organization, maker.email());
        assertNotPaid(Role.MAKER);
        assertThat(fixture.held(IDR)).isZero();
    }

    @Test
    void it_is_not_as_somebody_they_are_no_more() {
        assertNotPaid(Role.OWNER);
        fixture.database.run(
                tx -> tx.handle().execute("UPDATE merchant_user SET role = 'VIEWER' WHERE id = ?", maker.id()));
        assertNotPaid(Role.MAKER);
        assertNotPaid(Role.VIEWER);
        assertThat(fixture.held(IDR)).isZero();
    }

    private DisbursementState state(UUID payout) {
        return fixture.node.disbursements.get(fixture.organization, payout).state();
    }

    @Test
    void it_waits_where_that_was_said_though_no_rule_objects() {
        var payout = paid(Role.MAKER, true, null).getFirst();
        assertThat(state(payout).needsApproval()).isTrue();
        assertThat(approvals.of(fixture.organization, payout).orElseThrow().rules())
                .isEmpty();
    }

    @Test
    void who_prepared_it_does_not_approve_it() {
        var preparer = fixture.person(Role.CHECKER);
        var payout = paid(Role.MAKER, true, preparer.id()).getFirst();
        assertThat(approvals
                        .review(fixture.organization, List.of(payout), yes(preparer.id()))
                        .get(payout)
                        .refusal())
                .isEqualTo(Refusal.APPROVAL_BY_MAKER);
        assertThat(approvals.countWaitingFor(fixture.organization, preparer.id()))
                .isZero();
        assertThat(approvals.review(
                        fixture.organization,
                        List.of(payout),
                        yes(fixture.person(Role.CHECKER).id())))
                .isEmpty();
    }

    private static ApprovalDecision yes(UUID reviewer) {
        return new ApprovalDecision(new Actor(reviewer, "Checker"), true, null);
    }

    @Test
    void it_is_not_in_the_name_of_nobody() {
        fixture.database.run(tx -> tx.handle().execute("DELETE FROM merchant_user WHERE id = ?", maker.id()));
        assertNotPaid(Role.MAKER);
    }
}
