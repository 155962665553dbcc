package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.EUR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.activity.Activity;
import dev.sluice.disbursement.DisbursementState.Reversed;
import dev.sluice.money.Money;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Payouts with a partial return.
class PartlyReturnedPayoutTest {
    private static final Outcome PAID = new Outcome.Settled("bank-1", Samples.NOW, null, money(10_000));

    private final PayoutFixture fixture = new PayoutFixture();
    private UUID payout;
    /// Balance after the hold of amount and fee.
    private long rest;

    @BeforeEach
    void pay() {
        fixture.fund(1_000_000, EUR);
        payout = fixture.pay(10_000, EUR);
        rest = fixture.available(EUR);
    }

    @AfterEach
    void close() {
        assertThat(fixture.audit().faults()).isEmpty();
        fixture.close();
    }

    private static Money money(long units) {
        return new Money(BigInteger.valueOf(units), EUR);
    }

    private static Outcome back(long units) {
        return new Outcome.Returned(FailureCode.ACCOUNT_CLOSED, "closed", Samples.NOW, money(units));
    }

    private Disbursement told(Outcome... outcomes) {
        fixture.node.disbursements.applyOutcomes(Arrays.stream(outcomes)
                .map(each -> fixture.applyOutcome(payout, each))
                .toList());
        return fixture.node.disbursements.get(fixture.organization, payout);
    }

    private static long returned(Disbursement payout) {
        return ((Reversed) payout.state()).returned().units().longValueExact();
    }

    @Test
    void only_what_came_back_is_credited_and_the_fee_is_kept() {
        var reversed = told(PAID, back(9_950));
        assertThat(returned(reversed)).isEqualTo(9_950);
        assertThat(fixture.available(EUR)).isEqualTo(rest + 9_950);
        assertThat(fixture.held(EUR)).isZero();
        assertThat(reversed.progress().history().activities())
                .last()
                .extracting(Activity::description)
                .isEqualTo("99.5 of 100 EUR came back");
        assertThat(new String(DisbursementJson.bytes(reversed, "Acme"), StandardCharsets.UTF_8))
                .contains("\"returnedAmount\":99.5");
    }

    @Test
    void a_part_that_comes_back_before_the_settlement_is_known_is_credited_alone() {
        assertThat(returned(told(back(9_950), PAID))).isEqualTo(9_950);
        assertThat(fixture.available(EUR)).isEqualTo(rest + 9_950);
        assertThat(fixture.held(EUR)).isZero();
    }

    @Test
    void the_rest_is_credited_once_it_comes_back() {
        told(PAID, back(9_950));
        var whole = told(back(10_000));
        assertThat(returned(whole)).isEqualTo(10_000);
        assertThat(fixture.available(EUR)).isEqualTo(rest + 10_000);
        assertThat(whole.progress().history().activities())
                .last()
                .extracting(Activity::description)
                .isEqualTo("closed");
        assertThat(fixture.events(payout))
                .containsExactly(
                        "disbursement.created",
                        "disbursement.completed",
                        "disbursement.reversed",
                        "disbursement.updated");
    }

    @Test
    void a_repeated_or_older_report_credits_nothing() {
        told(PAID, back(9_950), back(9_950));
        told(back(10_000), back(9_950), back(10_000));
        assertThat(fixture.available(EUR)).isEqualTo(rest + 10_000);
        assertThat(fixture.events(payout)).hasSize(4);
    }

    @Test
    void reports_at_once_on_two_nodes_credit_once() {
        told(PAID);
        var other = fixture.sibling();
        IntStream.range(0, 8)
                .parallel()
                .forEach(round -> (round % 2 == 0 ? fixture.node : other)
                        .disbursements.applyOutcomes(
                                List.of(fixture.applyOutcome(payout, back(round < 4 ? 9_950 : 10_000)))));
        assertThat(fixture.available(EUR)).isEqualTo(rest + 10_000);
    }

    @Test
    void more_than_the_payout_is_never_credited() {
        told(PAID, back(10_001));
        assertThat(fixture.available(EUR)).isEqualTo(rest);
        assertThat(fixture.node.disbursements.get(fixture.organization, payout).status())
                .isEqualTo(Status.COMPLETED);
    }

    @Test
    void a_settlement_of_another_amount_keeps_the_hold() {
        long held = fixture.held(EUR);
        var unknown = told(new Outcome.Settled("bank-1", Samples.NOW, null, money(10_001)));
        assertThat(unknown.state()).isEqualTo(new DisbursementState.Pending(DisbursementState.Stage.UNKNOWN));
        assertThat(fixture.held(EUR)).isEqualTo(held);
    }

    @Test
    void a_forced_status_moves_what_came_back_and_what_did_not() {
        told(PAID, back(9_950));
        fixture.node.disbursements.force(fixture.force(payout, Status.FAILED, fixture.claim()));
        assertThat(fixture.available(EUR)).isEqualTo(1_000_000);
    }
}
