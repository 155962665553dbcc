package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.EUR;
import static dev.sluice.disbursement.PayoutFixture.FREE;
import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.disbursement.lane.Command.Create;
import dev.sluice.disbursement.lane.PolicyResult;
import dev.sluice.http.Answer;
import dev.sluice.idempotency.Claim;
import dev.sluice.ledger.Funding;
import dev.sluice.merchant.Role;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.policy.Condition;
import dev.sluice.policy.Condition.PayoutAmount;
import dev.sluice.policy.Condition.PayoutCount;
import dev.sluice.policy.Condition.TotalAmount;
import dev.sluice.policy.Maker;
import dev.sluice.policy.Policies;
import dev.sluice.policy.Policies.NewRule;
import dev.sluice.policy.Rule;
import dev.sluice.policy.Rule.Effect;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Counts of rules for periods that began before the first rule existed.
class VelocityTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final UUID OTHER = new UUID(4, 4);

    private final PayoutFixture fixture = new PayoutFixture();
    private final Policies policies = fixture.node.parts.rules().policies();

    @BeforeEach
    void fund() {
        fixture.fund(1_000_000, IDR);
        fixture.fund(1_000_000, EUR);
    }

    @AfterEach
    void close() {
        assertThat(fixture.audit().isClean()).isTrue();
        fixture.close();
    }

    private Rule rule(Condition condition, @Nullable String asset, @Nullable Maker maker) {
        return rule(fixture.organization, condition, asset, maker);
    }

    private Rule rule(UUID organization, Condition condition, @Nullable String asset, @Nullable Maker maker) {
        return policies.add(organization, new NewRule(condition, Effect.REFUSE, asset, maker))
                .orElseThrow();
    }

    private static TotalAmount total(long units) {
        return new TotalAmount(BigDecimal.valueOf(units, 2), DAY);
    }

    private UUID pay(long units) {
        return pay(null, units, IDR);
    }

    private UUID pay(@Nullable Role role, long units, Asset asset) {
        return pay(fixture.node, role, units, asset);
    }

    private UUID pay(PayoutFixture.Node node, @Nullable Role role, long units, Asset asset) {
        var draft = PayoutFixture.draft(0, units, asset, FREE, null);
        return PayoutFixture.ids(node.disbursements.create(fixture.createBy(role, fixture.claim(), false, draft)))
                .getFirst();
    }

    private List<String> refused(@Nullable Role role, long units, Asset asset) {
        try {
            pay(role, units, asset);
        } catch (Refused refused) {
            assertThat(refused.refusal()).isEqualTo(Refusal.POLICY_REFUSED);
            return refused.details().stream().map(Detail::message).toList();
        }
        throw new AssertionError("it was made");
    }

    private List<String> refused(long units) {
        return refused(null, units, IDR);
    }

    @Test
    void the_first_rule_counts_what_was_paid_before_it() {
        pay(5_000);
        rule(new PayoutAmount(new BigDecimal("1000")), "IDR", null);
        rule(total(6_000), "IDR", null);
        var create = fixture.createBy(null, fixture.claim(), false, PayoutFixture.draft(0, 2_000, IDR, FREE, null));
        var policyResult = PolicyResult.of(policies.dryRun(fixture.organization), create.caller(), create.drafts());
        assertThat(policyResult.findings().details()).hasSize(1);
        assertThat(refused(2_000)).containsExactly("makes it 70 IDR within 1 day, more than 60");
        pay(1_000);
        refused(1);
        fixture.pass(DAY.plusMinutes(1));
        pay(6_000);
    }

    @Test
    void a_node_whose_clock_is_days_ahead_counts_what_was_paid_here() {
        pay(900);
        rule(total(1_000), "IDR", null);
        var ahead = fixture.ahead(Duration.ofDays(3));
        assertThatThrownBy(() -> pay(ahead, null, 101, IDR)).isInstanceOf(Refused.class);
        pay(ahead, null, 100, IDR);
        refused(1);
        fixture.pass(DAY.plusMinutes(1));
        pay(1_000);
    }

    @Test
    void so_does_one_that_counts_payouts_whatever_is_paid() {
        pay(null, 1, IDR);
        pay(null, 1, EUR);
        rule(new PayoutCount(3, DAY), null, null);
        pay(1);
        assertThat(refused(null, 1, EUR)).containsExactly("is number 4 within 1 day, more than 3");
    }

    @Test
    void what_counts_of_earlier_payouts_is_what_counts_of_later_ones() {
        var cancelled = pay(600);
        fixture.node.disbursements.cancel(fixture.cancel(cancelled, fixture.claim()));
        pay(Role.OPERATOR, 5_000, IDR);
        assertThatThrownBy(() -> pay(2_000_000)).isInstanceOf(Refused.class);
        rule(total(1_000), "IDR", null);
        refused(401);
        pay(400);
    }

    @Test
    void a_rule_counts_the_earlier_payouts_of_those_whom_it_concerns() {
        pay(Role.ADMIN, 700, IDR);
        pay(null, 5_000, IDR);
        pay(Role.ADMIN, 5_000, EUR);
        rule(total(1_000), "IDR", Maker.ADMIN);
        refused(Role.ADMIN, 301, IDR);
        pay(Role.ADMIN, 300, IDR);
        pay(Role.MAKER, 5_000, IDR);
    }

    @Test
    void what_is_paid_between_two_rules_counts() {
        pay(100);
        var first = rule(new PayoutCount(5, DAY), null, null);
        pay(200);
        assertThat(policies.remove(fixture.organization, first.id())).isTrue();
        pay(300);
        rule(total(1_000), "IDR", null);
        refused(401);
        pay(400);
    }

    @Test
    void two_organizations_do_not_count_each_others_payouts() {
        fixture.database.run(tx -> new Funding(fixture.node.parts.ledger(), fixture.auth.clocks)
                .deposit(tx, OTHER, List.of(new Money(BigInteger.valueOf(10_000), IDR))));
        payOther(700);
        pay(5_000);
        rule(OTHER, total(1_000), "IDR", null);
        assertThatThrownBy(() -> payOther(301)).isInstanceOf(Refused.class);
        payOther(300);
        rule(total(6_000), "IDR", null);
        refused(1_001);
        pay(1_000);
    }

    private void payOther(long units) {
        var caller = new Caller(OTHER, "Other", PayoutFixture.MAKER, "till", EnumSet.allOf(Scope.class));
        var claim = new Claim(OTHER, UUID.randomUUID().toString(), null, new byte[] {0}, "request");
        fixture.node.disbursements.create(new Create(
                caller,
                List.of(PayoutFixture.draft(0, units, IDR, FREE, null)),
                false,
                claim,
                _ -> new Answer(201, Answer.JSON, new byte[0])));
    }

    /// A payout of an organization without rules, with a transaction that is open while the first rule is created.
    /// The next payout is in another currency, and so waits for no lock of the first one.
    @Test
    void a_payout_that_is_being_made_while_the_first_rule_is_counts() throws Exception {
        var create = fixture.createBy(null, fixture.claim(), false, PayoutFixture.draft(0, 600, EUR, FREE, null));
        var next = new PolicyRace(fixture).whileMaking(create, () -> {
            rule(new PayoutCount(1, DAY), null, null);
            return refused(1);
        });
        assertThat(next).containsExactly("is number 2 within 1 day, more than 1");
    }

    /// The reverse order: a payout arrives while the first rule is being created.
    @Test
    void a_payout_that_comes_while_the_first_rule_is_made_is_bound_by_it() throws Exception {
        var newRule = new NewRule(total(1_000), Effect.REFUSE, "IDR", null);
        assertThat(new PolicyRace(fixture)
                        .paidWhile(slow -> slow.add(fixture.organization, newRule), () -> refused(1_001)))
                .hasSize(1);
    }

    /// A month has 44,640 minutes; all of them used to be read for each payout.
    @Test
    void only_the_hour_in_which_a_window_begins_is_read_by_its_minutes() {
        pay(3_000);
        fixture.pass(Duration.ofHours(2));
        fixture.database.run(tx -> tx.handle().execute("DELETE FROM policy_use"));
        pay(2_000);
        rule(total(6_000), "IDR", null);
        assertThat(refused(1_001)).hasSize(1);
        pay(1_000);
        fixture.pass(DAY.minusHours(1));
        assertThat(refused(3_001)).hasSize(1);
        pay(3_000);
    }

    @Test
    void a_window_begins_at_its_minute_also_within_an_hour() {
        var now = fixture.auth.clocks.instant();
        fixture.pass(Duration.between(now, now.truncatedTo(ChronoUnit.HOURS).plus(Duration.ofMinutes(70))));
        pay(1_000);
        fixture.pass(Duration.ofMinutes(30));
        pay(2_000);
        rule(total(6_000), "IDR", null);
        fixture.pass(DAY.minusMinutes(15));
        pay(4_000);
        assertThat(refused(1)).hasSize(1);
        fixture.pass(Duration.ofMinutes(17));
        pay(2_000);
        assertThat(refused(1)).hasSize(1);
    }
}
