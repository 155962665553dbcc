package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Life cycle of a deposit from request to end: a customer of the sandbox's bank pays it, or it stays unpaid.
class DepositLifeTest extends MerchantTest {
    private static final String OPENING = "1000000";

    private static List<String> activities(JsonNode deposit) {
        return deposit.path("activityHistory")
                .valueStream()
                .map(each -> text(each, "activity") + ": " + text(each, "status"))
                .toList();
    }

    private static List<String> labels(JsonNode deposit) {
        return deposit.path("labels").valueStream().map(JsonNode::stringValue).toList();
    }

    private void assertAvailable(String amount) {
        assertThat(merchant.available("IDR")).isEqualByComparingTo(amount);
    }

    @ParameterizedTest
    @CsvSource({"014_VA,96000", "014_TRANSFER,97500", "QRIS,99300", "OVO,98500"})
    void a_deposit_is_paid(String method, String credited) {
        var id = merchant.createDeposit(method, "100000");
        assertThat(text(merchant.payIn(id, null).expect(200).data(), "depositId"))
                .isEqualTo(id);
        var paid = merchant.awaitDeposit(id, "completed");
        assertThat(paid.path("receivedAmount").decimalValue()).isEqualByComparingTo("100000");
        assertThat(paid.path("outputAmount").decimalValue()).isEqualByComparingTo(credited);
        assertThat(text(paid.path("payerInfo"), "name")).isEqualTo("Siti Rahayu");
        assertThat(activities(paid)).containsExactly("Paid by Payee: completed");
        assertThat(labels(paid)).isEmpty();
        assertAvailable(String.valueOf(1_000_000 + Integer.parseInt(credited)));
        assertThat(merchant.eventTypes(id)).containsExactly("deposit.created", "deposit.completed");
    }

    @Test
    void what_a_paid_deposit_looks_like() {
        var id = merchant.createDeposit("014_VA", "100000", "\"reference\":\"order-1\",\"note\":\"Two chairs\"");
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
        Golden.assertSame(
                "deposit/completed",
                merchant.client().get("/v1/deposit/fiat/" + id).expect(200).json());
    }

    @Test
    void one_payment_told_twice_is_credited_once() {
        var id = merchant.createDeposit("014_VA", "100000");
        merchant.payIn(id, "{\"duplicate\":true}").expect(200);
        merchant.awaitDeposit(id, "completed");
        pause(2_500);
        assertAvailable("1096000");
        assertThat(merchant.deposit(id).path("payments")).hasSize(1);
    }

    @Test
    void a_second_payment_is_kept_for_review() {
        var id = merchant.createDeposit("014_VA", "100000");
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
        merchant.payIn(id, null).expect(200);
        var twice =
                merchant.awaitDeposit(id, deposit -> deposit.path("payments").size() == 2);
        assertThat(twice.path("payments").valueStream().map(each -> text(each, "status")))
                .containsExactly("credited", "under_review");
        assertAvailable("1096000");
        assertThat(merchant.eventTypes(id)).containsExactly("deposit.created", "deposit.completed", "deposit.updated");
    }

    @Test
    void a_transfer_of_another_amount_is_kept_for_review_and_the_right_one_completes() {
        var wrong = merchant.underReview("100000", "90000");
        var id = text(wrong, "depositId");
        assertThat(text(wrong, "status")).isEqualTo("pending");
        assertThat(wrong.path("receivedAmount").isNull()).isTrue();
        assertThat(activities(wrong)).containsExactly("Paid by Payee: pending", "Payment under review: pending");
        assertAvailable(OPENING);
        merchant.payIn(id, null).expect(200);
        assertThat(activities(merchant.awaitDeposit(id, "completed"))).contains("Paid by Payee: completed");
        assertAvailable("1097500");
        assertThat(merchant.eventTypes(id)).containsExactly("deposit.created", "deposit.updated", "deposit.completed");
    }

    @ParameterizedTest
    @CsvSource({"014_VA", "QRIS", "OVO"})
    void a_payer_can_pay_these_only_exactly(String method) {
        var id = merchant.createDeposit(method, "100000");
        var refused = merchant.payIn(id, "{\"amount\":90000}").expect(400);
        assertThat(text(refused.json().path("details").get(0), "field")).isEqualTo("amount");
    }

    @Test
    void nobody_pays_in_time_and_then_somebody_does() {
        var id = merchant.createDeposit("QRIS", "100000", "\"reference\":\"late-1\"");
        merchant.advance("PT15M");
        var expired = merchant.awaitDeposit(id, "expired");
        assertThat(activities(expired)).containsExactly("Paid by Payee: expired");
        merchant.createDeposit("QRIS", "50000", "\"reference\":\"late-1\"");
        merchant.payIn(id, null).expect(200);
        var late = merchant.awaitDeposit(id, "completed");
        assertThat(labels(late)).containsExactly("LATE");
        assertAvailable("1099300");
        assertThat(merchant.eventTypes(id)).containsExactly("deposit.created", "deposit.expired", "deposit.completed");
    }

    @Test
    void a_reference_that_is_given_up_goes_to_who_was_paid_under_it_before() {
        var reference = "\"reference\":\"late-2\"";
        var id = merchant.createDeposit("QRIS", "100000", reference);
        merchant.advance("PT15M");
        merchant.awaitDeposit(id, "expired");
        var second = merchant.createDeposit("QRIS", "100000", reference);
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
        merchant.client().patch("/v1/deposit/" + second + "/cancel", null).expect(200);
        var refused = merchant.postDeposit("QRIS", "100000", reference).expect(400);
        assertThat(refused.code()).isEqualTo("REFERENCE_EXISTS");
        assertThat(refused.json().toString()).contains(id);
    }

    @Test
    void a_cancelled_deposit_takes_money_all_the_same() {
        var id = merchant.createDeposit("014_VA", "100000");
        var cancelled =
                merchant.client().patch("/v1/deposit/" + id + "/cancel", null).expect(200);
        assertThat(cancelled.message()).isEqualTo("Deposit cancelled");
        merchant.client().patch("/v1/deposit/" + id + "/cancel", null).expect(200);
        assertThat(merchant.eventTypes(id)).containsExactly("deposit.created", "deposit.cancelled");
        merchant.payIn(id, null).expect(200);
        assertThat(labels(merchant.awaitDeposit(id, "completed"))).containsExactly("LATE");
        var refused =
                merchant.client().patch("/v1/deposit/" + id + "/cancel", null).expect(409);
        assertThat(refused.message()).isEqualTo("Deposit cannot be cancelled");
    }

    @Test
    void a_payer_who_waits_is_told_of_later() {
        var id = merchant.createDeposit("014_VA", "100000");
        merchant.payIn(id, "{\"delay\":\"PT1H\"}").expect(200);
        pause(1_000);
        assertThat(text(merchant.deposit(id), "status")).isEqualTo("pending");
        merchant.advance("PT1H");
        merchant.awaitDeposit(id, "completed");
    }

    @Test
    void a_deposit_is_exchanged() {
        var reply = merchant.client()
                .post(
                        "/v1/deposit/fiat",
                        Merchant.deposit("014_VA", "1000000")
                                .replace("\"outputCurrency\":\"IDR\"", "\"outputCurrency\":\"USD\""))
                .expect(201);
        var id = text(reply.data(), "depositId");
        assertThat(reply.data().path("exchangeInfo").path("outputAmount").decimalValue())
                .isEqualByComparingTo("59.81");
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
        assertThat(merchant.available("USD")).isEqualByComparingTo("1000059.81");
        assertAvailable(OPENING);
    }

    @Test
    void any_status_can_be_forced_and_the_books_follow() {
        var id = merchant.createDeposit("014_VA", "100000");
        for (var status :
                List.of("completed", "pending", "expired", "completed", "completed", "cancelled", "pending")) {
            var forced = merchant.client()
                    .patch("/v1/deposit/" + id, "{\"status\":\"" + status + "\"}")
                    .expect(200);
            assertThat(forced.message()).isEqualTo("Deposit updated");
            assertThat(text(forced.data(), "status")).isEqualTo(status);
            assertAvailable(status.equals("completed") ? "1096000" : OPENING);
            assertThat(service.audit().faults()).isEmpty();
        }
        assertThat(merchant.payIn(id, null).expect(409).code()).isEqualTo("DEPOSIT_NOT_PAYABLE");
    }

    @Test
    void what_was_spent_cannot_be_forced_back() {
        var id = merchant.createDeposit("014_VA", "100000");
        merchant.client()
                .patch("/v1/deposit/" + id, "{\"status\":\"completed\"}")
                .expect(200);
        merchant.paid("1234567890", "1090000");
        var refused = merchant.client()
                .patch("/v1/deposit/" + id, "{\"status\":\"pending\"}")
                .expect(400);
        assertThat(refused.code()).isEqualTo("INSUFFICIENT_BALANCE");
    }
}
