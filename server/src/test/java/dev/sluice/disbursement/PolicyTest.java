package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.FREE;
import static dev.sluice.disbursement.PayoutFixture.IDR;
import static dev.sluice.disbursement.approval.Approvals.ApprovalSearch.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.approval.Approvals;
import dev.sluice.disbursement.approval.Approvals.ApprovalDecision;
import dev.sluice.disbursement.create.Draft;
import dev.sluice.disbursement.lane.Command.Create;
import dev.sluice.disbursement.lane.PolicyResult;
import dev.sluice.merchant.Role;
import dev.sluice.policy.Condition;
import dev.sluice.policy.Condition.NewPayee;
import dev.sluice.policy.Condition.PayoutAmount;
import dev.sluice.policy.Condition.PayoutCount;
import dev.sluice.policy.Condition.TotalAmount;
import dev.sluice.policy.Maker;
import dev.sluice.policy.Policies;
import dev.sluice.policy.Policies.NewRule;
import dev.sluice.policy.Rule.Effect;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Effects of an organization's policy on its payouts, in the lane.
class PolicyTest {
    private static final Duration DAY = Duration.ofDays(1);

    private final PayoutFixture fixture = new PayoutFixture();
    private final Policies policies = fixture.node.parts.rules().policies();
    private final Approvals approvals = new Approvals(fixture.database, fixture.node.disbursements);
    private final Actor checker = new Actor(fixture.person(Role.CHECKER).id(), "Checker");
    private final ApprovalDecision yes = new ApprovalDecision(checker, true, null);
    private final ApprovalDecision no = new ApprovalDecision(checker, false, "Not ours");

    @BeforeEach
    void fund() {
        fixture.fund(1_000_000, IDR);
    }

    @AfterEach
    void close() {
        assertThat(fixture.audit().isClean()).isTrue();
        fixture.close();
    }

    private void rule(Condition condition, Effect effect, @Nullable Maker maker) {
        assertThat(policies.add(fixture.organization, new NewRule(condition, effect, "IDR", maker)))
                .isPresent();
    }

    private static BigDecimal amount(long units) {
        return BigDecimal.valueOf(units, 2);
    }

    private UUID pay(long units) {
        return pay(fixture.node, null, units);
    }

    private UUID pay(PayoutFixture.Node node, @Nullable Role role, long... units) {
        var drafts = new Draft[units.length];
        for (int at = 0; at < units.length; at++) {
            drafts[at] = PayoutFixture.draft(at, units[at], IDR, FREE, null);
        }
        return PayoutFixture.ids(node.disbursements.create(fixture.createBy(role, fixture.claim(), false, drafts)))
                .getFirst();
    }

    private List<Detail> refused(Callable<?> payout) {
        try {
            payout.call();
        } catch (Refused refused) {
            assertThat(refused.refusal()).isEqualTo(Refusal.POLICY_REFUSED);
            return refused.details();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
        throw new AssertionError("it was made");
    }

    private DisbursementState state(UUID id) {
        return fixture.node.disbursements.get(fixture.organization, id).state();
    }

    private Refusal declined(UUID id, ApprovalDecision word) {
        return approvals.review(fixture.organization, List.of(id), word).get(id).refusal();
    }

    @Test
    void more_than_a_payout_may_be_is_refused_and_holds_nothing() {
        rule(new PayoutAmount(amount(500)), Effect.REFUSE, null);
        pay(500);
        assertThat(refused(() -> pay(fixture.node, null, 400, 501, 502)))
                .extracting(Detail::field, Detail::message)
                .containsExactly(
                        tuple("disburseData[1].amount", "is more than 5 IDR at once"),
                        tuple("disburseData[2].amount", "is more than 5 IDR at once"));
        assertThat(fixture.held(IDR)).isEqualTo(500);
    }

    @Test
    void what_was_paid_within_a_day_counts_and_what_was_refused_does_not() {
        rule(new TotalAmount(amount(1_000), DAY), Effect.REFUSE, null);
        pay(fixture.node, null, 300, 300);
        assertThat(refused(() -> pay(fixture.node, null, 300, 300)))
                .extracting(Detail::message)
                .containsExactly("makes it 12 IDR within 1 day, more than 10");
        pay(400);
        refused(() -> pay(1));
        fixture.pass(DAY.plusMinutes(1));
        pay(1_000);
    }

    @Test
    void so_many_payouts_within_a_while_and_no_more() {
        rule(new PayoutCount(3, Duration.ofMinutes(10)), Effect.REFUSE, null);
        pay(1);
        pay(fixture.node, null, 1, 1);
        assertThat(refused(() -> pay(1)))
                .extracting(Detail::message)
                .containsExactly("is number 4 within 10 minutes, more than 3");
        fixture.pass(Duration.ofMinutes(11));
        pay(1);
    }

    /// Advances to a second of a future minute (UTC), because payouts are counted by the minute.
    private void advanceToSecond(int second) {
        var now = fixture.auth.clocks.instant();
        var then =
                now.truncatedTo(ChronoUnit.MINUTES).plus(Duration.ofMinutes(1)).plusSeconds(second);
        fixture.pass(Duration.between(now, then));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 30, 58})
    void nothing_within_the_window_is_forgotten_wherever_in_a_minute_it_was_paid(int second) {
        rule(new PayoutCount(3, Duration.ofMinutes(1)), Effect.REFUSE, null);
        advanceToSecond(second);
        pay(fixture.node, null, 1, 1, 1);
        fixture.pass(Duration.ofSeconds(2));
        refused(() -> pay(1));
        fixture.pass(Duration.ofSeconds(55));
        refused(() -> pay(1));
        fixture.pass(Duration.ofSeconds(64));
        pay(fixture.node, null, 1, 1, 1);
    }

    @Test
    void a_total_of_a_day_holds_until_the_last_second_of_the_window() {
        rule(new TotalAmount(amount(1_000), DAY), Effect.REFUSE, null);
        advanceToSecond(50);
        pay(1_000);
        fixture.pass(DAY.minusSeconds(5));
        assertThat(policies.deleteExpired()).isFalse();
        refused(() -> pay(1));
        fixture.pass(Duration.ofSeconds(20));
        pay(1_000);
    }

    @Test
    void rules_of_a_role_count_and_bind_that_role_alone() {
        rule(new TotalAmount(amount(1_000), DAY), Effect.REFUSE, Maker.MAKER);
        pay(fixture.node, Role.OWNER, 5_000);
        pay(fixture.node, null, 5_000);
        pay(fixture.node, Role.MAKER, 1_000);
        refused(() -> pay(fixture.node, Role.MAKER, 1));
        pay(fixture.node, Role.OWNER, 1);
    }

    @Test
    void payees_have_to_be_known_for_a_while() {
        rule(new NewPayee(Duration.ofHours(24)), Effect.REFUSE, null);
        assertThat(refused(() -> pay(1))).extracting(Detail::field).containsExactly("disburseData[0].recipientId");
    }

    @Test
    void whoever_made_it_does_not_approve_it_and_somebody_else_does_once() {
        rule(new PayoutAmount(amount(500)), Effect.APPROVE, null);
        var small = pay(500);
        var self = fixture.person(Role.CHECKER);
        var caller = new Caller(fixture.organization, "Acme", self.id(), "Rani", EnumSet.allOf(Scope.class));
        var draft = PayoutFixture.draft(0, 501, IDR, FREE, null);
        var large = PayoutFixture.ids(fixture.node.disbursements.create(
                        new Create(caller, List.of(draft), false, fixture.claim(), PayoutFixture::created)))
                .getFirst();
        assertThat(state(small).needsApproval()).isFalse();
        assertThat(state(large).needsApproval()).isTrue();
        assertThat(fixture.held(IDR)).isEqualTo(1_001);
        assertThat(due()).isEqualTo(1);
        assertThat(approvals.countWaiting(fixture.organization, NONE)).isEqualTo(1);
        var own = new ApprovalDecision(new Actor(self.id(), "till"), true, null);
        assertThat(declined(large, own)).isEqualTo(Refusal.APPROVAL_BY_MAKER);
        assertThat(declined(UUID.randomUUID(), yes)).isEqualTo(Refusal.DISBURSEMENT_NOT_FOUND);
        assertThat(declined(small, yes)).isEqualTo(Refusal.DISBURSEMENT_NOT_AWAITING_APPROVAL);
        assertThat(approvals.review(fixture.organization, List.of(large, large), yes))
                .isEmpty();
        assertThat(declined(large, yes)).isEqualTo(Refusal.DISBURSEMENT_NOT_AWAITING_APPROVAL);
        assertThat(declined(large, no)).isEqualTo(Refusal.DISBURSEMENT_NOT_AWAITING_APPROVAL);
        assertThat(due()).isEqualTo(2);
        var approval = approvals.of(fixture.organization, large).orElseThrow();
        assertThat(approval.approved()).isTrue();
        assertThat(approval.decidedBy()).isEqualTo(checker);
        assertThat(approval.rules())
                .singleElement()
                .satisfies(rule -> assertThat(rule.condition()).isEqualTo(new PayoutAmount(new BigDecimal("5.00"))));
        assertThat(approvals.waiting(fixture.organization, NONE, 10, 0)).isEmpty();
    }

    @Test
    void whoever_made_the_key_does_not_decide_on_what_it_paid_and_somebody_else_does() {
        rule(new PayoutAmount(amount(0)), Effect.APPROVE, null);
        var owner = fixture.person(Role.CHECKER).id();
        var create = fixture.createByKeyOf(
                owner,
                fixture.claim(),
                PayoutFixture.draft(0, 100, IDR, FREE, null),
                PayoutFixture.draft(1, 200, IDR, FREE, null));
        var created = PayoutFixture.ids(fixture.node.disbursements.create(create));
        var another = pay(300);
        var own = new ApprovalDecision(new Actor(owner, "Owner"), true, null);
        var notOwn = new ApprovalDecision(new Actor(owner, "Owner"), false, "Mine");
        assertThat(approvals.countWaitingFor(fixture.organization, owner)).isEqualTo(1);
        assertThat(approvals.countWaitingFor(fixture.organization, PayoutFixture.MAKER))
                .isZero();
        assertThat(approvals.countWaitingFor(fixture.organization, checker.id()))
                .isEqualTo(3);
        assertThat(approvals.waiting(fixture.organization, NONE, 10, 0).stream()
                        .map(each -> each.isOwn(owner) + " " + each.isOwn(PayoutFixture.MAKER)))
                .containsExactly("true true", "true true", "false true");
        for (var word : List.of(own, notOwn)) {
            var refused = approvals.review(fixture.organization, List.of(created.get(0), created.get(1)), word);
            assertThat(refused.values())
                    .extracting(Refused::refusal)
                    .containsExactly(Refusal.APPROVAL_BY_MAKER, Refusal.APPROVAL_BY_MAKER);
        }
        assertThat(approvals.review(fixture.organization, List.of(another), own))
                .isEmpty();
        assertThat(approvals.review(fixture.organization, created, yes)).isEmpty();
        assertThat(due()).isEqualTo(3);
    }

    @Test
    void who_may_not_decide_any_more_when_it_is_done_decides_on_nothing() {
        rule(new PayoutAmount(amount(0)), Effect.APPROVE, null);
        var payout = pay(300);
        var gone = fixture.person(Role.CHECKER);
        var moved = fixture.person(Role.CHECKER);
        fixture.auth.users.disable(fixture.organization, gone.email());
        fixture.database.run(
                tx -> tx.handle().execute("UPDATE merchant_user SET role = 'MAKER' WHERE id = ?", moved.id()));
        for (var id : List.of(gone.id(), moved.id(), UUID.randomUUID())) {
            for (var word : List.of(
                    new ApprovalDecision(new Actor(id, "Checker"), true, null),
                    new ApprovalDecision(new Actor(id, "Checker"), false, "Not ours"))) {
                assertThatThrownBy(() -> approvals.review(fixture.organization, List.of(payout), word))
                        .isInstanceOfSatisfying(
                                Refused.class,
                                refused -> assertThat(refused.refusal()).isEqualTo(Refusal.UNAVAILABLE));
            }
        }
        assertThat(state(payout).needsApproval()).isTrue();
        assertThat(approvals.review(fixture.organization, List.of(payout), yes)).isEmpty();
    }

    /// The user loses the permission while the rest of a file is approved, step by step.
    @Test
    void what_is_left_of_many_waits_on_once_access_is_taken() {
        rule(new PayoutAmount(amount(0)), Effect.APPROVE, null);
        var first = pay(fixture.node, null, 100, 100);
        var group = fixture.node.disbursements.get(fixture.organization, first).groupId();
        var reviewer = fixture.person(Role.CHECKER);
        var word = new ApprovalDecision(new Actor(reviewer.id(), "Checker"), true, null);
        assertThat(approvals.review(fixture.organization, List.of(first), word)).isEmpty();
        fixture.auth.users.disable(fixture.organization, reviewer.email());
        assertThatThrownBy(() -> approvals.reviewAll(fixture.organization, List.of(group), word))
                .isInstanceOf(Refused.class);
        assertThat(approvals.countWaiting(fixture.organization, NONE)).isEqualTo(1);
    }

    /// The rail was configured when the payout was created.
    @Test
    void what_no_rail_can_make_any_more_is_not_approved_and_can_be_rejected() {
        rule(new PayoutAmount(amount(0)), Effect.APPROVE, null);
        var payout = pay(300);
        try (var without = new Disbursements(fixture.database, fixture.node.partsOn(List.of()))) {
            var later = new Approvals(fixture.database, without);
            var refused = later.review(fixture.organization, List.of(payout, UUID.randomUUID()), yes);
            assertThat(refused.values())
                    .extracting(Refused::refusal)
                    .containsExactly(Refusal.PAYMENT_METHOD_NOT_FOUND, Refusal.DISBURSEMENT_NOT_FOUND);
            assertThat(state(payout).needsApproval()).isTrue();
            assertThat(fixture.held(IDR)).isEqualTo(300);
            assertThat(later.review(fixture.organization, List.of(payout), no)).isEmpty();
        }
        assertThat(state(payout).status()).isEqualTo(Status.CANCELLED);
        assertThat(fixture.held(IDR)).isZero();
    }

    @Test
    void what_is_rejected_or_cancelled_gives_the_money_back() {
        rule(new PayoutAmount(amount(0)), Effect.APPROVE, null);
        var rejected = pay(300);
        var cancelled = pay(200);
        assertThat(approvals.waiting(fixture.organization, NONE, 10, 0))
                .extracting(each -> each.payout().id())
                .containsExactly(rejected, cancelled);
        assertThat(approvals.review(fixture.organization, List.of(rejected), no))
                .isEmpty();
        fixture.node.disbursements.cancel(fixture.cancel(cancelled, fixture.claim()));
        assertThat(state(rejected).status()).isEqualTo(Status.CANCELLED);
        assertThat(state(cancelled).status()).isEqualTo(Status.CANCELLED);
        assertThat(fixture.held(IDR)).isZero();
        assertThat(fixture.available(IDR)).isEqualTo(1_000_000);
        assertThat(approvals.of(fixture.organization, rejected).orElseThrow().reason())
                .isEqualTo("Not ours");
        assertThat(approvals.of(fixture.organization, cancelled).orElseThrow().approved())
                .isNull();
        assertThat(approvals.countWaiting(fixture.organization, NONE)).isZero();
        assertThatThrownBy(() -> new ApprovalDecision(checker, false, null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void two_nodes_at_once_pay_no_more_than_the_limit() throws Exception {
        rule(new TotalAmount(amount(1_000), DAY), Effect.REFUSE, null);
        var nodes = List.of(fixture.node, fixture.sibling());
        try (var threads = Executors.newFixedThreadPool(8)) {
            var all = new ArrayList<Future<Boolean>>();
            for (int at = 0; at < 60; at++) {
                var node = nodes.get(at % 2);
                all.add(threads.submit(() -> {
                    try {
                        pay(node, null, 70);
                        return true;
                    } catch (Refused refused) {
                        return false;
                    }
                }));
            }
            int created = 0;
            for (var each : all) {
                created += each.get() ? 1 : 0;
            }
            assertThat(created).isEqualTo(14);
        }
        assertThat(fixture.held(IDR)).isEqualTo(980);
    }

    @Test
    void a_trial_counts_nothing() {
        rule(new PayoutCount(1, DAY), Effect.REFUSE, null);
        var create = fixture.createBy(null, fixture.claim(), false, PayoutFixture.draft(0, 1, IDR, FREE, null));
        for (int times = 0; times < 3; times++) {
            var policyResult = PolicyResult.of(policies.dryRun(fixture.organization), create.caller(), create.drafts());
            assertThat(policyResult.findings().isEmpty()).isTrue();
        }
        pay(1);
        refused(() -> pay(1));
    }

    @Test
    void a_rule_that_is_gone_binds_nobody() {
        rule(new PayoutCount(0, DAY), Effect.REFUSE, null);
        refused(() -> pay(1));
        var rule = policies.rules(fixture.organization).getFirst();
        assertThat(policies.remove(new UUID(5, 5), rule.id())).isFalse();
        assertThat(policies.remove(fixture.organization, rule.id())).isTrue();
        pay(1);
    }

    private long due() {
        return fixture.database.read(handle -> handle.createQuery("SELECT count(*) FROM disbursement_due")
                .mapTo(Long.class)
                .one());
    }
}
