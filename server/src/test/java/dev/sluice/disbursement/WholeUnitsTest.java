package dev.sluice.disbursement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Rails that pay only whole units of a currency with smaller ones.
class WholeUnitsTest extends MerchantTest {
    private static final String WHOLE = "must be a whole number in IDR by this payment method";

    private static List<String> findings(Reply reply) {
        return reply.json()
                .path("details")
                .valueStream()
                .map(each -> each.path("field").stringValue() + " "
                        + each.path("code").stringValue() + " "
                        + each.path("message").stringValue())
                .toList();
    }

    @Test
    void a_payout_of_less_than_a_unit_is_refused_by_both_versions() {
        var second = merchant.pay(Merchant.idr(Merchant.item("1234567890", "10000.55")));
        assertThat(findings(second.expect(400))).containsExactly("disburseData[0].amount TOO_MANY_DECIMALS " + WHOLE);
        var stored = merchant.storedInIndonesia();
        var first = merchant.client()
                .post(
                        "/v1/disbursement/fiat",
                        "{\"disburseData\":[{\"currency\":\"IDR\",\"recipientId\":\"" + stored
                                + "\",\"amount\":10000.5}]}");
        assertThat(findings(first.expect(400))).containsExactly("disburseData[0].amount TOO_MANY_DECIMALS " + WHOLE);
        assertThat(merchant.payouts()).isZero();
    }

    @Test
    void zeros_are_no_decimals_and_fees_keep_those_of_the_currency() {
        merchant.pay(Merchant.idr(Merchant.item("1234567890", "10000.00"))).expect(201);
        var shillings = """
                {"currency":"KES","disburseData":[{"amount":%s,"recipient":{"bank":{"accountName":"Asha Otieno",\
                "bankName":"%s","bankCode":"%s","accountNumber":"%s"}}}]}""";
        var wallet = merchant.pay(shillings.formatted("100.5", "M-PESA", "MPESA", "0712345678"));
        assertThat(findings(wallet.expect(400)))
                .containsExactly("disburseData[0].amount TOO_MANY_DECIMALS " + WHOLE.replace("IDR", "KES"));
        // The merchant has no shillings.
        var bank = merchant.pay(shillings.formatted("100.5", "KCB Bank Kenya", "01", "1234567890"));
        assertThat(bank.expect(400).code()).isEqualTo("INSUFFICIENT_BALANCE");
    }

    @Test
    void a_deposit_of_less_than_a_unit_is_refused() {
        for (var method : List.of("014_VA", "014_TRANSFER", "QRIS", "OVO")) {
            assertThat(findings(merchant.postDeposit(method, "100000.50").expect(400)))
                    .containsExactly("inputAmount TOO_MANY_DECIMALS " + WHOLE);
        }
    }

    @Test
    void a_checkout_that_no_method_can_take_says_why() {
        var reply = merchant.client()
                .post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000.5}")
                .expect(400);
        assertThat(findings(reply)).containsExactly("inputAmount TOO_MANY_DECIMALS " + WHOLE);
        merchant.client()
                .post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000}")
                .expect(200);
    }

    @Test
    void a_refund_of_less_than_a_unit_is_refused() {
        var id = merchant.createDeposit("014_TRANSFER", "100000");
        merchant.client().post("/v1/sandbox/deposit/" + id + "/pay", "{}").expect(200);
        merchant.awaitDeposit(id, "completed");
        var reply = merchant.client().post("/v1/deposit/" + id + "/refund", "{\"amount\":10000.5}");
        assertThat(findings(reply.expect(400))).containsExactly("amount TOO_MANY_DECIMALS " + WHOLE);
    }
}
