package dev.sluice.operator;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Currencies and tokens as operators enable and disable them.
class AssetsTest extends DashboardTest {
    private static final String ASSETS = "/dashboard/operator/prices/assets";
    private static final String PRICES = "/dashboard/operator/prices";
    private static final String TOKEN = "usdc-polygon";
    private static final String WALLET = "0x52908400098527886E0F7030069857D2E4169EE7";
    private static final String CONTRACT = "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359";
    private static final String STOPPED_IN_TIME = "9999000032";

    private static final Pattern PAYOUT_METHOD =
            Pattern.compile("href=\"(/dashboard/operator/prices/methods/payout/KES/[^\"]+)\"");

    private static int turn(Person operator, String asset, String state) {
        var form = Map.of("state", state, "reason", "Its issuer stands still");
        return operator.post(ASSETS + "/" + asset + "/availability", form).statusCode();
    }

    private static int price(Person operator, String before, String after) {
        var form = new HashMap<>(Map.of("base", "USDC", "quote", "IDR", "price", after));
        form.putAll(Map.of("reason", "It has lost its peg", "confirmed", before + " to " + after));
        return operator.post(PRICES, form).statusCode();
    }

    private Reply payTokens() {
        return merchant.client()
                .post(
                        "/v1/disbursement/crypto",
                        "{\"token\":\"" + TOKEN + "\",\"receivers\":[{\"receiverWalletAddress\":\"" + WALLET
                                + "\",\"amount\":25}]}");
    }

    private Reply askTokens() {
        return askTokens(TOKEN);
    }

    private Reply askTokens(String into) {
        return merchant.client()
                .post(
                        "/v1/deposit/crypto",
                        "{\"inputCurrency\":\"" + TOKEN + "\",\"inputAmount\":20,\"outputCurrency\":\"" + into + "\"}");
    }

    private Reply payRupiah() {
        return merchant.pay(Merchant.idr(Merchant.item("1234567890", "10000")));
    }

    @Test
    void of_a_token_that_is_off_nothing_new_is_made_and_what_was_made_goes_on() {
        var operator = person(Role.OPERATOR);
        var payout =
                Merchant.id(payTokens().expect(201).data().path("disburseData").get(0));
        var deposit = text(askTokens().expect(201).data(), "depositId");
        var exchanged = text(askTokens("IDR").expect(201).data(), "depositId");
        try {
            assertThat(turn(operator, TOKEN, "off")).isEqualTo(303);
            assertThat(operator.get(ASSETS + "/" + TOKEN).body()).contains("Disabled.", "value=\"on\"");
            for (var refused : List.of(payTokens(), askTokens())) {
                assertThat(refused.status()).isEqualTo(400);
                assertThat(refused.code()).isEqualTo("CRYPTO_NOT_FOUND");
                assertThat(refused.message()).isEqualTo("Crypto not found");
            }
            merchant.payIn(deposit, null).expect(200);
            merchant.payIn(exchanged, null).expect(200);
            merchant.completedTokens(deposit);
            merchant.completedTokens(exchanged);
            merchant.awaitTokenPayout(payout, "completed");
            assertThat(merchant.payoutIds("/v1/disbursement/crypto?tokenAddress=" + CONTRACT))
                    .containsExactly(payout);
            assertThat(merchant.available(TOKEN)).isPositive();
        } finally {
            assertThat(turn(operator, TOKEN, "on")).isEqualTo(303);
        }
        assertThat(operator.get(ASSETS + "/" + TOKEN).body()).contains("Enabled for all", "value=\"off\"");
        payTokens().expect(201);
        askTokens().expect(201);
    }

    /// The merchant has a claim to the refund, even if the token or currency is disabled by now.
    @Test
    void what_was_paid_goes_back_though_its_token_or_currency_is_off() {
        var operator = person(Role.OPERATOR);
        var tokens = text(askTokens().expect(201).data(), "depositId");
        merchant.payIn(tokens, null).expect(200);
        merchant.completedTokens(tokens);
        var rupiah = merchant.createDeposit("014_VA", "100000");
        merchant.payIn(rupiah, null).expect(200);
        merchant.awaitDeposit(rupiah, "completed");
        var review = Merchant.payment(merchant.underReview("100000", "120000"));
        try {
            assertThat(turn(operator, TOKEN, "off")).isEqualTo(303);
            assertThat(turn(operator, "IDR", "off")).isEqualTo(303);
            var little = refund(tokens, "{\"amount\":0.5}").expect(400);
            assertThat(little.text()).contains("must be at least");
            merchant.awaitTokenPayout(text(refund(tokens, null).expect(201).data(), "disbursementId"), "completed");
            merchant.await(text(refund(rupiah, null).expect(201).data(), "disbursementId"), "completed");
            var back = "/dashboard/operator/exceptions/" + merchant.organizationId() + "/" + review + "/refund";
            assertThat(operator.post(back, Map.of("reason", "Paid too much")).statusCode())
                    .isEqualTo(303);
            merchant.await(merchant.payoutIds("/v1/disbursement/fiat").getLast(), "completed");
        } finally {
            assertThat(turn(operator, TOKEN, "on")).isEqualTo(303);
            assertThat(turn(operator, "IDR", "on")).isEqualTo(303);
        }
    }

    private Reply refund(String deposit, String body) {
        return merchant.client().post("/v1/deposit/" + deposit + "/refund", body);
    }

    /// Otherwise anyone with the address could sell a token that has lost its price at its former price.
    @Test
    void late_money_in_a_token_that_is_off_takes_the_rate_of_its_arrival() {
        var operator = person(Role.OPERATOR);
        var deposit = text(askTokens("IDR").expect(201).data(), "depositId");
        merchant.advance("PT2H");
        assertThat(price(operator, "16650", "8000")).isEqualTo(303);
        try {
            assertThat(turn(operator, TOKEN, "off")).isEqualTo(303);
            merchant.payIn(deposit, null).expect(200);
            assertThat(merchant.completedTokens(deposit).path("outputAmount").decimalValue())
                    .isLessThan(new BigDecimal("160000"));
        } finally {
            assertThat(turn(operator, TOKEN, "on")).isEqualTo(303);
            assertThat(price(operator, "8000", "16650")).isEqualTo(303);
        }
    }

    @Test
    void in_a_currency_that_is_off_nothing_new_is_made_and_what_was_made_goes_on() {
        var operator = person(Role.OPERATOR);
        var payout = merchant.paid(STOPPED_IN_TIME, "10000");
        var deposit = merchant.createDeposit("QRIS", "100000");
        try {
            assertThat(turn(operator, "IDR", "off")).isEqualTo(303);
            assertThat(payRupiah().status()).isEqualTo(400);
            assertThat(merchant.postDeposit("QRIS", "100000").status()).isEqualTo(400);
            assertThat(merchant.client()
                            .get("/v1/disbursement/fiat/payment-method?currency=IDR")
                            .json()
                            .toString())
                    .doesNotContain("Bank Central Asia");
            merchant.payIn(deposit, null).expect(200);
            merchant.awaitDeposit(deposit, "completed");
            merchant.advance("PT2H");
            merchant.await(payout, "completed");
            assertThat(merchant.available("IDR")).isPositive();
            assertThat(operator.get(ASSETS).body()).contains("Indonesian", "IDR");
        } finally {
            assertThat(turn(operator, "IDR", "on")).isEqualTo(303);
        }
        payRupiah().expect(201);
        merchant.postDeposit("QRIS", "100000").expect(201);
    }

    @Test
    void whoever_turns_one_says_which_way_and_why_and_it_is_written_down() {
        var operator = person(Role.OPERATOR);
        var path = ASSETS + "/usdt-bsc/availability";
        assertThat(operator.post(path, Map.of("state", "off")).statusCode()).isEqualTo(400);
        var unsaid = operator.post(path, Map.of("state", "maybe", "reason", "Because"));
        assertThat(unsaid.statusCode()).isEqualTo(400);
        assertThat(unsaid.body()).contains("Choose on or off.", "Enabled for all organizations");
        for (int i = 0; i < 2; i++) {
            assertThat(turn(operator, "usdt-bsc", "off")).isEqualTo(303);
        }
        var entry = deeds(merchant.organizationId(), 2).getLast();
        assertThat(entry.action().action()).isEqualTo("operator/prices/assets/{asset}/availability");
        assertThat(entry.isDone()).isTrue();
        assertThat(entry.fields())
                .containsEntry("before.state", "on")
                .containsEntry("state", "off")
                .containsEntry("path.asset", "usdt-bsc")
                .containsEntry("reason", "Its issuer stands still");
        assertThat(operator.get(ASSETS).body()).containsPattern(">usdt-bsc<[^~]*?>Off<");
        assertThat(turn(operator, "usdt-bsc", "on")).isEqualTo(303);
        for (var nothing : List.of("nothing-polygon", "XXX")) {
            assertThat(turn(operator, nothing, "off")).isEqualTo(404);
            assertThat(operator.get(ASSETS + "/" + nothing).statusCode()).isEqualTo(404);
        }
        assertThat(operator.get(ASSETS + "/IDR/fees/payout").statusCode()).isEqualTo(404);
        assertThat(operator.get(ASSETS + "/" + TOKEN + "/fees/other").statusCode())
                .isEqualTo(404);
    }

    @Test
    void the_methods_of_a_currency_that_is_off_are_there_and_offered_to_nobody() {
        var operator = person(Role.OPERATOR);
        var methods = PRICES + "/methods";
        var list = methods + "?kind=payout&currency=KES";
        assertThat(operator.get(list).body()).contains("value=\"KES\" selected").doesNotContain("currency is disabled");
        var first = PAYOUT_METHOD.matcher(operator.get(list).body());
        assertThat(first.find()).isTrue();
        try {
            assertThat(turn(operator, "KES", "off")).isEqualTo(303);
            assertThat(operator.get(list).body())
                    .contains("value=\"KES\" selected", "The currency is disabled, so none of these methods");
            assertThat(operator.get(first.group(1)).body())
                    .contains("Enabled, but its currency is disabled, so it is offered to no one.")
                    .doesNotContain("Enabled for all organizations.");
        } finally {
            assertThat(turn(operator, "KES", "on")).isEqualTo(303);
        }
        assertThat(operator.get(first.group(1)).body()).contains("Enabled for all organizations.");
    }

    @Test
    void the_fee_of_a_token_is_set_and_one_that_is_far_off_is_asked_about() {
        var operator = person(Role.OPERATOR);
        var path = ASSETS + "/usdt-polygon/fees/payout";
        var form = Map.of("flat", "1.5", "percentage", "2", "reason", "Gas is dear");
        var response = operator.post(path, form);
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.body()).contains("name=\"confirmed\"", "value=\"1.5\"");
        assertThat(LargeChangeTest.surely(operator, path, form)).isEqualTo(303);
        var estimate = merchant.client()
                .get("/v1/disbursement/crypto/estimate?token=usdt-polygon&amount=100")
                .expect(200)
                .data();
        assertThat(estimate.path("fee").decimalValue()).isEqualByComparingTo("3.5");
        for (var wrong : List.of(
                Map.of("flat", "0.0000001", "percentage", "1", "reason", "Too fine"),
                Map.of("flat", "1", "percentage", "101", "reason", "Too much"),
                Map.of("flat", "1.5", "percentage", "2"))) {
            assertThat(operator.post(path, wrong).statusCode())
                    .as(wrong.toString())
                    .isEqualTo(400);
        }
        assertThat(operator.get(ASSETS + "/usdt-polygon").body()).contains("1.5", "2");
        var before = LargeChangeTest.surely(operator, path.replace("payout", "deposit"), form);
        assertThat(before).isEqualTo(303);
    }
}
