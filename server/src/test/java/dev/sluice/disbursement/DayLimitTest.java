package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.EUR;
import static dev.sluice.disbursement.PayoutFixture.FREE;
import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.approval.Approvals;
import dev.sluice.disbursement.approval.Approvals.ApprovalDecision;
import dev.sluice.disbursement.create.Draft;
import dev.sluice.disbursement.create.PayoutPreparation.Confirmation;
import dev.sluice.disbursement.lane.Command.Create;
import dev.sluice.disbursement.lane.PolicyResult;
import dev.sluice.merchant.Role;
import dev.sluice.money.Asset;
import dev.sluice.policy.Condition.PayoutAmount;
import dev.sluice.policy.Condition.PayoutCount;
import dev.sluice.policy.Policies;
import dev.sluice.policy.Policies.NewRule;
import dev.sluice.policy.Rule.Effect;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Daily limits on an organization's payouts, in the lane.
class DayLimitTest {
    private final PayoutFixture fixture = new PayoutFixture();
    private final Policies policies = fixture.node.parts.rules().policies();

    /// Advances to the start of a day, so that no test runs into the next one.
    @BeforeEach
    void morning() {
        fixture.fund(1_000_000, IDR);
        fixture.fund(1_000_000, EUR);
        advanceTo(LocalTime.of(0, 1));
    }

    @AfterEach
    void close() {
        assertThat(fixture.audit().isClean()).isTrue();
        fixture.close();
    }

    private void advanceTo(LocalTime time) {
        var now = fixture.auth.clocks.instant().atOffset(ZoneOffset.UTC);
        var then = now.toLocalDate().plusDays(1).atTime(time).toInstant(ZoneOffset.UTC);
        fixture.pass(Duration.between(now.toInstant(), then));
    }

    private LocalDate today() {
        return LocalDate.ofInstant(fixture.auth.clocks.instant(), ZoneOffset.UTC);
    }

    private static BigDecimal amount(long units) {
        return BigDecimal.valueOf(units, 2);
    }

    private void limit(long units) {
        policies.limitDay(fixture.organization, "IDR", amount(units));
    }

    private UUID pay(long... units) {
        return pay(fixture.node, null, IDR, units);
    }

    private UUID pay(PayoutFixture.Node node, @Nullable Role role, Asset asset, long... units) {
        var drafts = new Draft[units.length];
        for (int at = 0; at < units.length; at++) {
            drafts[at] = PayoutFixture.draft(at, units[at], asset, FREE, null);
        }
        return PayoutFixture.ids(node.disbursements.create(fixture.createBy(role, fixture.claim(), false, drafts)))
                .getFirst();
    }

    private List<Detail> refused(long... units) {
        try {
            pay(units);
        } catch (Refused refused) {
            assertThat(refused.refusal()).isEqualTo(Refusal.DAILY_LIMIT_EXCEEDED);
            return refused.details();
        }
        throw new AssertionError("it was made");
    }

    private BigDecimal left() {
        return policies.dayLimits(fixture.organization).getFirst().leftOn(today());
    }

    @Test
    void a_day_ends_at_its_limit_and_the_next_one_is_new() {
        limit(1_000);
        pay(300, 300);
        assertThat(refused(300, 300))
                .extracting(Detail::field, Detail::code, Detail::message)
                .containsExactly(tuple(
                        "disburseData[1].amount",
                        "DAILY_LIMIT_EXCEEDED",
                        "is more than the 1 IDR that are left today (UTC) of 10 IDR a day"));
        assertThat(left()).isEqualByComparingTo("4");
        pay(400);
        assertThat(refused(1)).hasSize(1);
        assertThat(fixture.held(IDR)).isEqualTo(1_000);
        advanceTo(LocalTime.of(0, 0, 1));
        assertThat(left()).isEqualByComparingTo("10");
        pay(1_000);
        refused(1);
    }

    @Test
    void a_node_whose_clock_is_days_ahead_begins_no_other_day() {
        limit(1_000);
        pay(900);
        var ahead = fixture.ahead(Duration.ofDays(2));
        assertThatThrownBy(() -> pay(ahead, null, IDR, 101))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.refusal()).isEqualTo(Refusal.DAILY_LIMIT_EXCEEDED));
        pay(ahead, null, IDR, 100);
        assertThat(left()).isZero();
        refused(1);
    }

    @Test
    void it_holds_for_everybody_of_the_organization_in_one_asset() {
        limit(1_000);
        pay(fixture.node, Role.OWNER, IDR, 500);
        pay(fixture.node, Role.MAKER, IDR, 400);
        assertThat(refused(101)).hasSize(1);
        pay(fixture.node, null, EUR, 5_000);
        pay(100);
    }

    @Test
    void what_an_operator_sends_back_is_not_bound_and_does_not_count() {
        limit(1_000);
        pay(fixture.node, Role.OPERATOR, IDR, 5_000);
        pay(1_000);
    }

    @Test
    void what_was_paid_earlier_that_day_counts_once() {
        pay(600);
        limit(1_000);
        assertThat(left()).isEqualByComparingTo("4");
        pay(100);
        limit(1_500);
        assertThat(left()).isEqualByComparingTo("8");
        refused(801);
        pay(800);
        advanceTo(LocalTime.of(0, 1));
        assertThat(left()).isEqualByComparingTo("15");
    }

    @Test
    void a_limit_below_what_was_paid_leaves_nothing_and_one_that_is_gone_binds_nobody() {
        limit(1_000);
        pay(900);
        limit(500);
        assertThat(left()).isZero();
        assertThat(refused(1))
                .extracting(Detail::message)
                .containsExactly("is more than the 0 IDR that are left today (UTC) of 5 IDR a day");
        assertThat(policies.endDayLimit(fixture.organization, "EUR")).isFalse();
        assertThat(policies.endDayLimit(new UUID(5, 5), "IDR")).isFalse();
        assertThat(policies.endDayLimit(fixture.organization, "IDR")).isTrue();
        assertThat(policies.dayLimits(fixture.organization)).isEmpty();
        pay(100_000);
    }

    @Test
    void what_was_cancelled_counts_on_and_what_is_refused_for_another_reason_does_not() {
        limit(1_000);
        var cancelled = pay(600);
        fixture.node.disbursements.cancel(fixture.cancel(cancelled, fixture.claim()));
        assertThat(left()).isEqualByComparingTo("4");
        policies.add(fixture.organization, new NewRule(new PayoutAmount(amount(300)), Effect.REFUSE, "IDR", null));
        try {
            pay(301);
            throw new AssertionError("it was made");
        } catch (Refused refused) {
            assertThat(refused.refusal()).isEqualTo(Refusal.POLICY_REFUSED);
        }
        assertThat(left()).isEqualByComparingTo("4");
    }

    private void letAllWait() {
        policies.add(
                fixture.organization, new NewRule(new PayoutCount(0, Duration.ofHours(1)), Effect.APPROVE, null, null));
    }

    private boolean waits(UUID payout) {
        return fixture.node
                .disbursements
                .get(fixture.organization, payout)
                .state()
                .needsApproval();
    }

    /// Approves payouts and returns the refused ones.
    private Map<UUID, Refused> approve(UUID... payouts) {
        var word = new ApprovalDecision(new Actor(fixture.person(Role.CHECKER).id(), "Checker"), true, null);
        return new Approvals(fixture.database, fixture.node.disbursements)
                .review(fixture.organization, List.of(payouts), word);
    }

    /// The payout is released at its approval, and counts then, once.
    @Test
    void what_was_said_to_wait_counts_once_it_is_approved_too() {
        limit(1_000);
        var maker = fixture.person(Role.MAKER);
        var caller =
                new Caller(fixture.organization, "Acme", maker.id(), "Rani", EnumSet.allOf(Scope.class), Role.MAKER);
        var payout = PayoutFixture.ids(fixture.node.disbursements.create(new Create(
                        caller,
                        List.of(PayoutFixture.draft(0, 600, IDR, FREE, null)),
                        false,
                        new Confirmation(List.of(BigDecimal.ZERO), List.of(0), List.of(true), null),
                        fixture.claim(),
                        PayoutFixture::created)))
                .getFirst();
        assertThat(waits(payout)).isTrue();
        assertThat(left()).isEqualByComparingTo("10");
        assertThat(approve(payout)).isEmpty();
        assertThat(left()).isEqualByComparingTo("4");
    }

    @Test
    void what_waits_for_an_approval_counts_once_it_is_approved_and_what_no_day_is_enough_for_does_not_wait() {
        limit(1_000);
        letAllWait();
        var first = pay(600);
        assertThat(waits(first)).isTrue();
        var second = pay(600);
        assertThat(refused(1_001)).hasSize(1);
        assertThat(left()).isEqualByComparingTo("10");
        assertThat(approve(first)).isEmpty();
        assertThat(waits(first)).isFalse();
        assertThat(left()).isEqualByComparingTo("4");
        assertThat(approve(second)).hasEntrySatisfying(second, refused -> {
            assertThat(refused.refusal()).isEqualTo(Refusal.DAILY_LIMIT_EXCEEDED);
            assertThat(refused.details())
                    .extracting(Detail::message)
                    .containsExactly("is more than the 4 IDR that are left today (UTC) of 10 IDR a day");
        });
        assertThat(waits(second)).isTrue();
        advanceTo(LocalTime.of(0, 1));
        assertThat(approve(second)).isEmpty();
        assertThat(left()).isEqualByComparingTo("4");
    }

    @Test
    void payouts_of_many_days_do_not_leave_on_one() {
        limit(1_000);
        letAllWait();
        var all = new ArrayList<UUID>();
        for (int day = 0; day < 5; day++) {
            all.add(pay(700));
            advanceTo(LocalTime.of(0, 1));
        }
        assertThat(approve(all.toArray(UUID[]::new))).hasSize(4);
        assertThat(all.stream().filter(this::waits)).hasSize(4);
        policies.rules(fixture.organization).forEach(rule -> policies.remove(fixture.organization, rule.id()));
        refused(301);
        pay(300);
    }

    @Test
    void what_an_operator_sent_back_earlier_that_day_does_not_count_either() {
        pay(fixture.node, Role.OPERATOR, IDR, 5_000);
        pay(300);
        for (int times = 0; times < 3; times++) {
            limit(1_000);
            assertThat(left()).isEqualByComparingTo("7");
            pay(fixture.node, Role.OPERATOR, IDR, 200);
        }
        refused(701);
        pay(700);
        limit(1_500);
        assertThat(left()).isEqualByComparingTo("5");
    }

    /// A payout of an organization without rules, with a transaction that is open while the limit is set.
    @Test
    void a_payout_that_is_being_made_while_the_limit_is_set_counts() throws Exception {
        var create = fixture.createBy(null, fixture.claim(), false, PayoutFixture.draft(0, 600, IDR, FREE, null));
        var left = new PolicyRace(fixture).whileMaking(create, () -> {
            limit(1_000);
            return left();
        });
        assertThat(left).isEqualByComparingTo("4");
    }

    /// The reverse order: a payout arrives while the limit is being set.
    @Test
    void a_payout_that_comes_while_the_limit_is_set_is_bound_by_it() throws Exception {
        assertThat(new PolicyRace(fixture)
                        .paidWhile(
                                slow -> slow.limitDay(fixture.organization, "IDR", amount(1_000)),
                                () -> refused(1_001)))
                .hasSize(1);
        assertThat(left()).isEqualByComparingTo("10");
    }

    @Test
    void limits_of_two_organizations_are_their_own() {
        policies.limitDay(new UUID(3, 3), "IDR", BigDecimal.ZERO);
        pay(100);
        assertThat(policies.dayLimits(fixture.organization)).isEmpty();
    }

    @Test
    void two_nodes_at_once_pay_no_more_than_the_limit() throws Exception {
        limit(1_000);
        var nodes = List.of(fixture.node, fixture.sibling());
        nodes.forEach(node -> node.parts.clocks().refresh(fixture.database));
        try (var threads = Executors.newFixedThreadPool(8)) {
            var all = new ArrayList<Future<Boolean>>();
            for (int at = 0; at < 60; at++) {
                var node = nodes.get(at % 2);
                all.add(threads.submit(() -> {
                    try {
                        pay(node, null, IDR, 70);
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
        assertThat(left()).isEqualByComparingTo("0.2");
    }

    @Test
    void a_trial_says_the_same_and_counts_nothing() {
        limit(1_000);
        for (int times = 0; times < 3; times++) {
            var create = fixture.createBy(null, fixture.claim(), false, PayoutFixture.draft(0, 1_001, IDR, FREE, null));
            var policyResult = PolicyResult.of(policies.dryRun(fixture.organization), create.caller(), create.drafts());
            assertThat(policyResult.findings().details())
                    .extracting(Detail::code)
                    .containsExactly("DAILY_LIMIT_EXCEEDED");
        }
        pay(1_000);
    }
}
