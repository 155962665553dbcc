package dev.sluice.disbursement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.AtOnce;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.lane.CreateDecision;
import dev.sluice.disbursement.reconciliation.Discrepancies;
import dev.sluice.disbursement.reconciliation.Discrepancies.Closing;
import dev.sluice.disbursement.reconciliation.Discrepancies.Discrepancy;
import dev.sluice.disbursement.reconciliation.Discrepancies.RailReport;
import dev.sluice.disbursement.reconciliation.Discrepancies.Search;
import dev.sluice.disbursement.reconciliation.Discrepancies.Show;
import dev.sluice.http.Page;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.notification.Kind;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A rail that contradicts its earlier report of a payout.
class DiscrepancyTest {
    private static final int ROUNDS = 10;
    private static final Outcome PAID = new Outcome.Settled("rail-1", Samples.NOW);
    private static final Outcome REFUSED = new Outcome.Rejected(FailureCode.ACCOUNT_CLOSED, "closed");
    private static final Outcome UNDER_WAY = new Outcome.Accepted("rail-1", Samples.NOW);
    private static final Outcome BACK = new Outcome.Returned(
            FailureCode.RETURNED_BY_PAYEE, "back", Samples.NOW, new Money(BigInteger.valueOf(3_000), PayoutFixture.EUR));

    private final PayoutFixture fixture = new PayoutFixture();
    private final Discrepancies discrepancies =
            new Discrepancies(fixture.database, new DisbursementStore(fixture.auth.vault));

    @BeforeEach
    void fund() {
        fixture.fund(1_000_000, PayoutFixture.EUR);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private UUID told(Outcome... outcomes) {
        var id = fixture.pay(3_000, PayoutFixture.EUR);
        say(id, outcomes);
        return id;
    }

    private UUID paying(boolean duplicates, String reference) {
        return paying(duplicates, reference, PayoutFixture.EUR);
    }

    private UUID paying(boolean duplicates, String reference, Asset asset) {
        var draft = PayoutFixture.draft(0, 100, asset, PayoutFixture.FREE, reference);
        return PayoutFixture.ids(fixture.node.disbursements.create(fixture.create(fixture.claim(), duplicates, draft)))
                .getFirst();
    }

    private void say(UUID id, Outcome... outcomes) {
        for (var outcome : outcomes) {
            fixture.node.disbursements.applyOutcomes(List.of(fixture.applyOutcome(id, outcome)));
        }
    }

    private Disbursement payout(UUID id) {
        return fixture.node.disbursements.get(fixture.organization, id);
    }

    private Optional<UUID> holder(String reference) {
        var name = CreateDecision.name(fixture.organization, Asset.Kind.FIAT, reference);
        return Optional.ofNullable(
                fixture.node.disbursements.referencesInUse(List.of(name)).get(name));
    }

    private List<Discrepancy> open() {
        return list(Search.OPEN, 10, 1).docs();
    }

    private Page<Discrepancy> list(Search search, int limit, int page) {
        return discrepancies.list(search, new Page.Request(limit, page, Page.Sort.CREATED_DESCENDING));
    }

    private PayoutRef ref(UUID id) {
        return new PayoutRef(fixture.organization, id);
    }

    private List<String> reports() {
        return fixture.database.read(handle -> handle.createQuery("SELECT kind FROM notification_report")
                .mapTo(String.class)
                .list());
    }

    @Test
    void operators_are_told_once_however_often_a_rail_says_so() {
        var id = told(REFUSED);
        fixture.node.disbursements.applyOutcomes(
                List.of(fixture.applyOutcome(id, PAID), fixture.applyOutcome(id, PAID)));
        fixture.node.disbursements.applyOutcomes(List.of(fixture.applyOutcome(id, PAID)));
        told(PAID, UNDER_WAY, BACK);
        assertThat(reports()).containsExactly(Kind.RAIL_CONTRADICTION.name());
        told(PAID, REFUSED);
        assertThat(reports()).hasSize(2);
    }

    @Test
    void one_that_failed_and_was_paid_after_all_is_kept_with_its_evidence() {
        var before = fixture.available(PayoutFixture.EUR);
        var id = told(REFUSED, PAID, PAID);
        assertThat(open()).singleElement().satisfies(discrepancy -> {
            assertThat(discrepancy.payout().id()).isEqualTo(id);
            assertThat(discrepancy.payout().status()).isEqualTo(Status.FAILED);
            assertThat(discrepancy.report()).isEqualTo(RailReport.SETTLED);
            assertThat(discrepancy.railReference()).isEqualTo("rail-1");
            assertThat(discrepancy.closing()).isNull();
        });
        assertThat(fixture.available(PayoutFixture.EUR)).isEqualTo(before);
        assertThat(fixture.audit().isClean()).isTrue();
    }

    @Test
    void one_that_was_paid_and_refused_after_all_is_kept_too_also_where_both_come_together() {
        var id = fixture.pay(3_000, PayoutFixture.EUR);
        fixture.node.disbursements.applyOutcomes(
                List.of(fixture.applyOutcome(id, PAID), fixture.applyOutcome(id, REFUSED)));
        assertThat(open()).singleElement().satisfies(discrepancy -> {
            assertThat(discrepancy.payout().status()).isEqualTo(Status.COMPLETED);
            assertThat(discrepancy.report()).isEqualTo(RailReport.REJECTED);
            assertThat(discrepancy.message()).isEqualTo("closed");
        });
    }

    @Test
    void one_that_was_cancelled_here_and_paid_there_is_kept() {
        var id = fixture.pay(3_000, PayoutFixture.EUR);
        fixture.node.disbursements.cancel(fixture.cancel(id, fixture.claim()));
        fixture.node.disbursements.applyOutcomes(List.of(fixture.applyOutcome(id, PAID)));
        assertThat(open()).extracting(Discrepancy::report).containsExactly(RailReport.SETTLED);
    }

    @Test
    void one_that_was_paid_after_all_has_its_reference_again() {
        var first = paying(false, "rent");
        say(first, REFUSED, PAID);
        assertThatThrownBy(() -> paying(false, "rent")).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.refusal()).isEqualTo(Refusal.REFERENCE_EXISTS);
            assertThat(refused.details().getFirst().existingId()).isEqualTo(first.toString());
        });
        var closing = new Closing(fixture.auth.clocks.instant(), new Actor(new UUID(0, 1), "Made"), "It is with them");
        discrepancies.close(ref(first), closing);
        assertThatThrownBy(() -> paying(false, "rent")).isInstanceOf(Refused.class);
    }

    @Test
    void it_takes_its_reference_from_nobody() {
        var first = paying(false, "rent");
        say(first, REFUSED);
        var second = paying(false, "rent");
        say(first, PAID);
        assertThat(holder("rent")).contains(second);
        say(second, REFUSED);
        assertThat(holder("rent")).contains(first);
    }

    @Test
    void its_merchant_is_told_once_that_it_may_have_been_paid() {
        var id = told(REFUSED);
        var before = payout(id);
        fixture.node.disbursements.applyOutcomes(
                List.of(fixture.applyOutcome(id, PAID), fixture.applyOutcome(id, PAID)));
        fixture.node.disbursements.applyOutcomes(List.of(fixture.applyOutcome(id, PAID)));
        var after = payout(id);
        assertThat(after.state()).isEqualTo(before.state());
        assertThat(after.progress().events()).isEqualTo(before.progress().events() + 1);
        assertThat(after.progress().history().activities().getLast().name()).isEqualTo("Reported as paid");
        assertThat(fixture.events(id))
                .containsExactly("disbursement.created", "disbursement.failed", "disbursement.updated");
    }

    @Test
    void where_references_come_twice_another_that_is_paid_keeps_the_one_that_is_given_up() {
        var first = paying(true, "rent");
        var second = paying(true, "rent");
        var third = paying(true, "rent");
        assertThat(holder("rent")).contains(first);
        say(second, PAID);
        say(third, REFUSED);
        say(first, REFUSED);
        assertThat(holder("rent")).contains(second);
        assertThatThrownBy(() -> paying(false, "rent")).isInstanceOf(Refused.class);
        var alone = paying(true, "once");
        say(alone, REFUSED);
        paying(false, "once");
    }

    @Test
    void of_two_that_come_to_nothing_at_once_neither_keeps_the_reference() throws Exception {
        fixture.fund(1_000_000, PayoutFixture.IDR);
        var other = fixture.sibling().disbursements;
        for (int round = 0; round < ROUNDS; round++) {
            var reference = "rent " + round;
            var first = paying(true, reference);
            var second = paying(true, reference, PayoutFixture.IDR);
            AtOnce.both(
                    () -> {
                        say(first, REFUSED);
                        return first;
                    },
                    () -> {
                        other.applyOutcomes(List.of(fixture.applyOutcome(second, REFUSED)));
                        return second;
                    });
            assertThat(holder(reference)).isEmpty();
        }
    }

    @Test
    void old_news_contradicts_nothing() {
        told(UNDER_WAY, PAID, UNDER_WAY, PAID);
        told(REFUSED, UNDER_WAY, REFUSED, BACK);
        told(PAID, BACK, PAID, REFUSED);
        assertThat(open()).isEmpty();
    }

    private void settle(UUID id, Duration after) {
        var at = fixture.auth.clocks.instant().plus(after);
        discrepancies.close(ref(id), new Closing(at, new Actor(new UUID(0, 1), "Made"), "Settled"));
    }

    @Test
    void open_and_settled_ones_stand_on_pages_and_are_narrowed() {
        var paid = told(REFUSED, PAID);
        var refused = told(PAID, REFUSED);
        var late = told(REFUSED, PAID);
        var first = told(PAID, REFUSED);
        settle(late, Duration.ofHours(2));
        settle(first, Duration.ofHours(1));
        var open = list(Search.OPEN, 1, 2);
        assertThat(open.total()).isEqualTo(2);
        assertThat(open.docs()).extracting(each -> each.payout().id()).containsExactly(refused);
        assertThat(list(new Search(Show.OPEN, fixture.organization, RailReport.SETTLED), 9, 1)
                        .docs())
                .extracting(each -> each.payout().id())
                .containsExactly(paid);
        assertThat(list(new Search(Show.CLOSED, null, null), 9, 1).docs())
                .extracting(each -> each.payout().id())
                .containsExactly(late, first);
        assertThat(list(new Search(Show.CLOSED, null, RailReport.REJECTED), 9, 1)
                        .total())
                .isEqualTo(1);
        assertThat(list(new Search(Show.CLOSED, new UUID(3, 4), null), 9, 1).total())
                .isZero();
    }

    @Test
    void it_is_settled_once_and_stays_so() {
        var id = told(REFUSED, PAID);
        var first =
                new Closing(fixture.auth.clocks.instant(), new Actor(new UUID(0, 1), "Made"), "The bank took it back");
        var second = new Closing(fixture.auth.clocks.instant(), new Actor(new UUID(0, 2), "Nina"), "Me too");
        assertThat(discrepancies.close(ref(id), first)).isTrue();
        assertThat(discrepancies.close(ref(id), second)).isFalse();
        fixture.node.disbursements.applyOutcomes(List.of(fixture.applyOutcome(id, PAID)));
        assertThat(open()).isEmpty();
        assertThat(discrepancies.find(ref(id)).orElseThrow().closing())
                .isNotNull()
                .satisfies(closing -> assertThat(closing.reason()).isEqualTo("The bank took it back"));
        assertThat(discrepancies.find(ref(new UUID(3, 4)))).isEmpty();
    }
}
