package dev.sluice.deposit.refund;

import static dev.sluice.app.Merchant.findings;
import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.Scope;
import dev.sluice.merchant.Switch;
import dev.sluice.merchant.Switches;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Refunds to the payer.
class RefundTest extends MerchantTest {
    private String paid() {
        var id = merchant.createDeposit("014_VA", "100000");
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
        return id;
    }

    private Reply refund(String id, String body) {
        return merchant.client().post("/v1/deposit/" + id + "/refund", body);
    }

    private String refunded(String id, String body) {
        return text(refund(id, body).expect(201).data(), "disbursementId");
    }

    @Test
    void a_deposit_goes_back_in_parts_and_never_more_of_it_than_came() {
        var id = paid();
        var first = refunded(id, "{\"amount\":60000,\"note\":\"One chair\"}");
        var payout = merchant.await(first, "completed");
        assertThat(text(payout.path("recipient"), "name")).isEqualTo("Siti Rahayu");
        assertThat(text(payout.path("recipient").path("bank"), "accountNumber")).isEqualTo("5271038846");
        assertThat(payout.path("feeAmount").decimalValue()).isZero();
        assertThat(merchant.available("IDR")).isEqualByComparingTo("1036000");
        var refused = refund(id, "{\"amount\":40001}").expect(400);
        assertThat(text(refused.json().path("details").get(0), "field")).isEqualTo("amount");
        refunded(id, null);
        assertThat(refund(id, null).expect(409).code()).isEqualTo("DEPOSIT_NOT_REFUNDABLE");
        assertThat(merchant.available("IDR")).isEqualByComparingTo("996000");
        var deposit = merchant.deposit(id);
        assertThat(deposit.path("refunds")).hasSize(2);
        assertThat(text(deposit.path("refunds").get(0), "disbursementId")).isEqualTo(first);
        assertThat(merchant.eventTypes(id))
                .containsExactly("deposit.created", "deposit.completed", "deposit.updated", "deposit.updated");
    }

    /// Returns the status and the text of the refund steps.
    private List<String> refundSteps(JsonNode deposit) {
        return deposit.path("activityHistory")
                .valueStream()
                .filter(step -> text(step, "activity").equals("Refund requested"))
                .map(step -> text(step, "status") + ": " + text(step, "description"))
                .toList();
    }

    @Test
    void a_step_of_a_refund_is_completed_once_the_money_went_back() {
        var id = paid();
        var first = refunded(id, "{\"amount\":60000}");
        assertThat(refundSteps(merchant.deposit(id)))
                .containsExactly("pending: 60000 IDR are being refunded to the payer");
        merchant.await(first, "completed");
        assertThat(refundSteps(merchant.deposit(id))).containsExactly("completed: 60000 IDR refunded to the payer");
        var second = refunded(id, "{\"amount\":10000}");
        merchant.force(second, "failed").expect(200);
        var third = refunded(id, "{\"amount\":5000}");
        merchant.cancel(third).expect(200);
        var steps = List.of(
                "completed: 60000 IDR refunded to the payer",
                "failed: 10000 IDR could not be refunded",
                "cancelled: 5000 IDR not refunded");
        assertThat(refundSteps(merchant.deposit(id))).isEqualTo(steps);
        for (var list : List.of("/v1/deposit/fiat?depositId=" + id, "/v1/deposit?depositId=" + id)) {
            var listed = merchant.client().get(list).expect(200).data().path("docs");
            assertThat(listed.valueStream()
                            .filter(deposit -> text(deposit, "depositId").equals(id))
                            .map(this::refundSteps))
                    .containsExactly(steps);
        }
    }

    private static String code(Reply reply) {
        return reply.status() + " " + reply.code();
    }

    /// A refund moves money out, and one of tokens goes to a wallet of the caller's choice: it therefore needs the
    /// permission for payouts.
    @Test
    void a_key_that_may_not_pay_out_does_not_refund() {
        try (var shop = Merchant.of(service, Switches.sandbox(), EnumSet.of(Scope.READ, Scope.DEPOSITS), true);
                var payer = Merchant.of(service, Switches.sandbox(), EnumSet.of(Scope.READ, Scope.PAYOUTS), true)) {
            var id = shop.createDeposit("014_VA", "100000");
            shop.payIn(id, null).expect(200);
            shop.awaitDeposit(id, "completed");
            var path = "/v1/deposit/" + id + "/refund";
            var refused = shop.client().post(path, null);
            assertThat(code(refused)).isEqualTo("403 AUTH_SCOPE");
            assertThat(refused.message()).endsWith("payouts");
            assertThat(shop.deposit(id).path("refunds")).isEmpty();
            payer.client().post(path, null).expect(404);
        }
    }

    @Test
    void a_refund_is_signed_where_payouts_are() {
        var switches = Switches.sandbox().with(Switch.PAYOUT_SIGNATURE_REQUIRED, true);
        try (var careful = Merchant.of(service, switches, EnumSet.allOf(Scope.class), true)) {
            var id = careful.createDeposit("014_VA", "100000");
            careful.payIn(id, null).expect(200);
            careful.awaitDeposit(id, "completed");
            var path = "/v1/deposit/" + id + "/refund";
            var unsigned = careful.client().post(path, null);
            assertThat(code(unsigned)).isEqualTo("403 AUTH_SIGNATURE_REQUIRED");
            assertThat(unsigned.message())
                    .isEqualTo("This organization requires signed requests for writes that need the scope payouts");
            assertThat(careful.deposit(id).path("refunds")).isEmpty();
            var till = service.apiClients().create(careful.organizationId(), "till", Scope.ALL, Allowlist.ANY);
            try (var signing =
                    TestClient.signing(service.baseUrl(), till.client().clientId(), till.secret())) {
                signing.post(path, null).expect(201);
            }
        }
    }

    @Test
    void money_goes_back_to_the_branch_that_is_named() {
        var id = paid();
        var refused = refund(id, "{\"branchCode\":\"0140-001*\",\"achNumber\":\"021000088\"}")
                .expect(400);
        assertThat(findings(refused)).containsExactly("branchCode INVALID_FORMAT", "achNumber INVALID_CHECKSUM");
        var payout = merchant.await(refunded(id, "{\"branchCode\":\"0140-001\"}"), "completed");
        var bank = payout.path("recipient").path("bank");
        assertThat(text(bank.path("routingNumber"), "primary")).isEqualTo("0140001");
    }

    @Test
    void money_from_a_bank_goes_to_no_wallet() {
        var id = paid();
        var address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
        var refused = refund(id, "{\"receiverWalletAddress\":\"" + address + "\",\"memo\":\"7\"}")
                .expect(400)
                .json()
                .path("details");
        assertThat(refused.valueStream().map(each -> text(each, "field")))
                .containsExactly("receiverWalletAddress", "memo");
        refund(id, "{\"receiverWalletAddress\":\"" + "1".repeat(200) + "\"}").expect(400);
        assertThat(merchant.deposit(id).path("refunds")).isEmpty();
    }

    @Test
    void a_refund_that_came_to_nothing_can_be_made_again() {
        var id = paid();
        var payout = refunded(id, null);
        refund(id, null).expect(409);
        merchant.force(payout, "failed").expect(200);
        refunded(id, null);
    }

    /// The bank reports a failure and then a success: the payer may have the money.
    @Test
    void a_refund_that_may_have_arrived_after_all_is_not_made_again() {
        var id = paid();
        var payout = refunded(id, null);
        merchant.force(payout, "failed").expect(200);
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate(
                                "INSERT INTO disbursement_discrepancy (organization_id, disbursement_id, reported,"
                                        + " found_at) SELECT organization_id, id, 'SETTLED', now() FROM disbursement"
                                        + " WHERE id = :id::uuid")
                        .bind("id", payout)
                        .execute());
        assertThat(refund(id, null).expect(409).code()).isEqualTo("DEPOSIT_NOT_REFUNDABLE");
    }

    @Test
    void many_at_once_do_not_refund_more_than_came() {
        var id = paid();
        var statuses = AtOnce.times(8, _ -> refund(id, "{\"amount\":40000}").status());
        assertThat(statuses).containsOnly(201, 400);
        assertThat(statuses.stream().filter(status -> status == 201)).hasSize(2);
    }

    @Test
    void the_same_request_refunds_once() {
        var id = paid();
        var path = "/v1/deposit/" + id + "/refund";
        var first =
                merchant.client().post(path, "{\"amount\":10000}", "refund-1").expect(201);
        var again =
                merchant.client().post(path, "{\"amount\":10000}", "refund-1").expect(201);
        assertThat(again.data()).isEqualTo(first.data());
        assertThat(merchant.deposit(id).path("refunds")).hasSize(1);
    }

    @Test
    void a_balance_that_is_spent_cannot_go_back() {
        var id = paid();
        merchant.paid("1234567890", "1090000");
        assertThat(refund(id, null).expect(400).code()).isEqualTo("INSUFFICIENT_BALANCE");
        assertThat(merchant.deposit(id).path("refunds")).isEmpty();
    }

    @Test
    void what_nobody_paid_is_not_refunded() {
        var id = merchant.createDeposit("014_VA", "100000");
        assertThat(refund(id, null).expect(409).message()).isEqualTo("Deposit cannot be refunded");
        merchant.client()
                .patch("/v1/deposit/" + id, "{\"status\":\"completed\"}")
                .expect(200);
        refund(id, null).expect(409);
        try (var neighbour = Merchant.at(service)) {
            neighbour.client().post("/v1/deposit/" + paid() + "/refund", null).expect(404);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-1,NOT_POSITIVE,must be positive",
        "0,NOT_POSITIVE,must be positive",
        "1.001,TOO_MANY_DECIMALS,must have at most 2 decimals in IDR",
        "100000.01,OUT_OF_RANGE,'must be at most 100000 IDR, which is left'",
        "\"1\",WRONG_TYPE,must be a number"
    })
    void a_wrong_amount_is_named(String amount, String code, String text) {
        var refused = refund(paid(), "{\"amount\":" + amount + "}").expect(400);
        var detail = refused.json().path("details").get(0);
        assertThat(text(detail, "field")).isEqualTo("amount");
        assertThat(text(detail, "code")).isEqualTo(code);
        assertThat(text(detail, "message")).isEqualTo(text);
        assertThat(refused.message()).isEqualTo("amount " + text);
    }

    /// Every currency's simulated customer has an account that a payout reaches.
    @Test
    void a_customer_of_every_currency_gets_money_back() {
        var seen = new HashSet<String>();
        for (var method :
                merchant.client().get("/v1/deposit/payment-method").expect(200).data()) {
            var currency = text(method, "currency");
            if (!text(method, "depositPaymentType").equals("EWALLET") || !seen.add(currency)) {
                continue;
            }
            var id = text(
                    merchant.client()
                            .post("/v1/deposit/fiat", """
                                {"inputCurrency":"%1$s","outputCurrency":"%1$s","balanceType":"fiat",\
                                "paymentMethod":"%2$s","inputAmount":%3$s}\
                                """.formatted(
                                    currency,
                                    text(method, "bankCode"),
                                    method.path("maximumAmount").decimalValue().toBigInteger()))
                            .expect(201)
                            .data(),
                    "depositId");
            merchant.payIn(id, null).expect(200);
            merchant.awaitDeposit(id, "completed");
            refunded(id, "{\"amount\":1}");
        }
        assertThat(seen).hasSizeGreaterThan(10);
    }
}
