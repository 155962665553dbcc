package dev.sluice.operator;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Permission to cancel a refund payout of an operator, while its rail is stopped.
class ReturnedMoneyTest extends DashboardTest {
    private static final String OPERATOR = "/dashboard/operator";
    private static final Map<String, String> WHY = Map.of("reason", "The payer rang us up");
    private static final String HINT = "Only operators can cancel it.";

    /// Stops the rail: new payouts wait, and deposits are refused.
    private void stopTheRail() {
        assertThat(person(Role.OPERATOR)
                        .post(OPERATOR + "/rails/sandbox/stop", WHY)
                        .statusCode())
                .isEqualTo(303);
    }

    @AfterEach
    void startTheRail() {
        person(Role.OPERATOR).post(OPERATOR + "/rails/sandbox/start", WHY);
        assertThat(service.audit().faults()).isEmpty();
    }

    /// Returns the payout that refunds an overpayment.
    private String sentBack() {
        var payment = Merchant.payment(merchant.underReview("100000", "120000"));
        stopTheRail();
        var refund = OPERATOR + "/exceptions/" + merchant.organizationId() + "/" + payment + "/refund";
        assertThat(person(Role.OPERATOR).post(refund, WHY).statusCode()).isEqualTo(303);
        return merchant.payoutIds("/v1/disbursement/fiat").getFirst();
    }

    @Test
    void its_merchant_does_not_cancel_it_and_keep_the_money() {
        var available = merchant.available("IDR");
        var payout = sentBack();
        var refused = merchant.cancel(payout).expect(409);
        assertThat(refused.code()).isEqualTo("DISBURSEMENT_NOT_CANCELLABLE");
        assertThat(refused.text()).contains("only operators can stop it");
        var maker = person(Role.MAKER);
        var path = "/dashboard/payouts/" + payout;
        assertThat(maker.get(path).body()).contains(HINT).doesNotContain(path + "/cancel");
        assertThat(maker.post(path + "/cancel", Map.of("formKey", "keep-it")).statusCode())
                .isEqualTo(409);
        assertThat(text(merchant.payout(payout), "status")).isEqualTo("pending");
        assertThat(merchant.available("IDR")).isEqualByComparingTo(available);
        startTheRail();
        merchant.await(payout, "completed");
        assertThat(maker.get(path).body()).doesNotContain(HINT);
    }

    /// The refunded money is not the merchant's, regardless of the payout's outcome.
    @ParameterizedTest
    @ValueSource(strings = {"pending", "completed", "failed", "cancelled", "reversed"})
    void its_merchant_does_not_force_it_and_keep_the_money(String status) {
        var available = merchant.available("IDR");
        var payout = sentBack();
        var refused = merchant.force(payout, status).expect(409);
        assertThat(refused.code()).isEqualTo("DISBURSEMENT_NOT_FORCEABLE");
        assertThat(text(merchant.payout(payout), "status")).isEqualTo("pending");
        assertThat(merchant.available("IDR")).isEqualByComparingTo(available);
        startTheRail();
        merchant.await(payout, "completed");
        merchant.force(payout, status).expect(409);
        assertThat(merchant.available("IDR")).isEqualByComparingTo(available);
    }

    @Test
    void an_operator_stops_it() {
        var payout = sentBack();
        var page = OPERATOR + "/payouts/" + merchant.organizationId() + "/" + payout;
        assertThat(person(Role.OPERATOR).post(page + "/stop", WHY).statusCode()).isEqualTo(303);
        assertThat(text(merchant.payout(payout), "status")).isEqualTo("cancelled");
        assertThat(merchant.cancel(payout).status())
                .as("asking for what is so already is no error")
                .isEqualTo(200);
    }

    @Test
    void its_merchant_cancels_its_own_payouts_and_refunds_as_before() {
        var deposit = merchant.createDeposit("014_VA", "100000");
        merchant.payIn(deposit, null).expect(200);
        merchant.awaitDeposit(deposit, "completed");
        stopTheRail();
        var own = merchant.paid("1234567890", "10000");
        assertThat(person(Role.MAKER).get("/dashboard/payouts/" + own).body())
                .contains("/dashboard/payouts/" + own + "/cancel")
                .doesNotContain(HINT);
        assertThat(merchant.cancel(own).status()).isEqualTo(200);
        var refund = merchant.client()
                .post("/v1/deposit/" + deposit + "/refund", null)
                .expect(201)
                .data();
        assertThat(merchant.cancel(text(refund, "disbursementId")).status()).isEqualTo(200);
    }
}
