package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Refunds of tokens, to the paying wallet or another one.
class CryptoRefundTest extends MerchantTest {
    private String asked(String amount) {
        return merchant.askedTokens("usdc-polygon", amount);
    }

    private JsonNode deposit(String id) {
        return merchant.client().get("/v1/deposit/crypto/" + id).expect(200).data();
    }

    /// Returns a deposit paid by two wallets: 10 by one, 90 by the other.
    private String paidByTwo() {
        var id = asked("100");
        merchant.payIn(id, "{\"amount\":10}").expect(200);
        merchant.awaitTokens(id, deposit -> deposit.path("payments").size() == 1);
        merchant.payIn(id, "{\"amount\":90}").expect(200);
        return id;
    }

    private static List<String> fields(Reply refused) {
        return refused.json()
                .path("details")
                .valueStream()
                .map(each -> text(each, "field"))
                .toList();
    }

    private BigDecimal gained() {
        return merchant.available("usdc-polygon").subtract(Merchant.OPENING);
    }

    @Test
    void tokens_go_back_to_the_wallet_that_they_came_from_or_to_another() {
        var id = asked("100");
        merchant.payIn(id, null).expect(200);
        var sender = text(merchant.completedTokens(id), "senderWallet");
        var first = refund(id, "{\"amount\":60}").expect(201).data();
        assertThat(text(first, "currency")).isEqualTo("usdc-polygon");
        var payout = merchant.client()
                .get("/v1/disbursement/crypto/" + text(first, "disbursementId"))
                .expect(200)
                .data();
        assertThat(text(payout, "receiverAddress")).isEqualTo(sender);
        assertThat(payout.path("feeAmount").decimalValue()).isZero();
        assertThat(fields(refund(id, "{\"amount\":40.1}").expect(400))).containsExactly("amount");
        assertThat(fields(refund(id, "{\"receiverWalletAddress\":\"0x12\"}").expect(400)))
                .containsExactly("receiverWalletAddress");
        assertThat(fields(refund(id, "{\"memo\":\"7\"}").expect(400))).containsExactly("memo");
        var other = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
        var second = refund(id, "{\"receiverWalletAddress\":\"" + other + "\"}")
                .expect(201)
                .data();
        assertThat(second.path("amount").decimalValue()).isEqualByComparingTo("40");
        var elsewhere = merchant.client()
                .get("/v1/disbursement/crypto/" + text(second, "disbursementId"))
                .expect(200)
                .data();
        var fee = elsewhere.path("feeAmount").decimalValue();
        assertThat(fee).as("of a payout").isEqualByComparingTo("0.2");
        refund(id, null).expect(409);
        assertThat(gained()).isEqualByComparingTo(new BigDecimal("-0.5").subtract(fee));
        assertThat(deposit(id).path("refunds")).hasSize(2);
    }

    /// Anyone with the address can send it a small amount first; other payers' money does not go to them.
    @Test
    void where_several_have_paid_the_merchant_says_whose_money_goes_back() {
        var id = paidByTwo();
        var payments = merchant.completedTokens(id).path("payments");
        assertThat(text(payments.get(0).path("payerInfo"), "accountNumber"))
                .isNotEqualTo(text(payments.get(1).path("payerInfo"), "accountNumber"));
        for (var nothing : List.of("{}", "{\"receiverWalletAddress\":\"\"}", "{\"receiverWalletAddress\":\" \"}")) {
            assertThat(fields(refund(id, nothing).expect(400))).containsExactly("paymentId");
        }
        assertThat(fields(refund(id, "{\"paymentId\":\"" + id + "\"}").expect(400)))
                .containsExactly("paymentId");
        var first = text(payments.get(0), "paymentId");
        assertThat(fields(refund(id, "{\"amount\":11,\"paymentId\":\"" + first + "\"}")
                        .expect(400)))
                .containsExactly("amount");
        var back = refund(id, "{\"paymentId\":\"" + first.toUpperCase(Locale.ROOT) + "\"}")
                .expect(201)
                .data();
        assertThat(back.path("amount").decimalValue()).isEqualByComparingTo("10");
        var payout = merchant.client()
                .get("/v1/disbursement/crypto/" + text(back, "disbursementId"))
                .expect(200)
                .data();
        assertThat(text(payout, "receiverAddress"))
                .isEqualTo(text(payments.get(0).path("payerInfo"), "accountNumber"));
        refund(id, "{\"paymentId\":\"" + first + "\"}").expect(409);
        refund(id, "{\"amount\":5,\"paymentId\":\"" + first + "\"}").expect(409);
        var other = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
        refund(id, "{\"receiverWalletAddress\":\"" + other + "\"}").expect(201);
        assertThat(deposit(id).path("refunds").valueStream())
                .hasSize(2)
                .satisfiesExactly(
                        one -> assertThat(text(one, "paymentId")).isEqualTo(first),
                        two -> assertThat(two.path("paymentId").isNull()).isTrue());
    }

    /// Otherwise a tiny payment from any wallet would make payouts to it free.
    @Test
    void only_what_a_wallet_has_paid_goes_back_to_it_without_a_fee() {
        var id = paidByTwo();
        var wallet = text(merchant.completedTokens(id).path("payments").get(0).path("payerInfo"), "accountNumber");
        var named = "\"receiverWalletAddress\":\"" + wallet + "\"";
        assertThat(fee(refund(id, "{\"amount\":6," + named + "}"))).isZero();
        assertThat(fee(refund(id, "{\"amount\":6," + named + "}"))).isEqualByComparingTo("0.2");
        var all = paidByTwo();
        var first = text(merchant.completedTokens(all).path("payments").get(0).path("payerInfo"), "accountNumber");
        assertThat(fee(refund(all, "{\"receiverWalletAddress\":\"" + first + "\"}")))
                .isEqualByComparingTo("0.2");
    }

    private BigDecimal fee(Reply refunded) {
        var payout = text(refunded.expect(201).data(), "disbursementId");
        return merchant.client()
                .get("/v1/disbursement/crypto/" + payout)
                .expect(200)
                .data()
                .path("feeAmount")
                .decimalValue();
    }

    @Test
    void a_payer_gets_no_more_than_they_paid_in_however_many_refunds() {
        var id = paidByTwo();
        var first = text(merchant.completedTokens(id).path("payments").get(0), "paymentId");
        refund(id, "{\"amount\":4,\"paymentId\":\"" + first + "\"}").expect(201);
        assertThat(fields(refund(id, "{\"amount\":6.1,\"paymentId\":\"" + first + "\"}")
                        .expect(400)))
                .containsExactly("amount");
        var rest = refund(id, "{\"paymentId\":\"" + first + "\"}").expect(201).data();
        assertThat(rest.path("amount").decimalValue()).isEqualByComparingTo("6");
        refund(id, "{\"paymentId\":\"" + first + "\"}").expect(409);
    }

    /// The platform pays for each payout on a chain.
    @Test
    void tokens_do_not_go_back_in_crumbs() {
        var id = asked("100");
        merchant.payIn(id, null).expect(200);
        merchant.completedTokens(id);
        assertThat(fields(refund(id, "{\"amount\":0.000001}").expect(400))).containsExactly("amount");
        refund(id, "{\"amount\":99.999999}").expect(201);
        refund(id, null).expect(201);
    }

    private Reply refund(String id, @Nullable String body) {
        return merchant.client().post("/v1/deposit/" + id + "/refund", body);
    }
}
