package dev.sluice.deposit.lane;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Deposits of tokens, from the request to the credit.
class CryptoDepositTest extends MerchantTest {
    private Reply ask(String token, String amount, String... more) {
        return merchant.client()
                .post(
                        "/v1/deposit/crypto",
                        "{\"inputCurrency\":\"" + token + "\",\"inputAmount\":" + amount
                                + (more.length == 0 ? "" : "," + String.join(",", more)) + "}");
    }

    private String asked(String amount, String... more) {
        return text(ask("usdc-polygon", amount, more).expect(201).data(), "depositId");
    }

    private void pay(String id, String amount) {
        merchant.payIn(id, "{\"amount\":" + amount + "}").expect(200);
    }

    private JsonNode deposit(String idOrReference) {
        return merchant.client()
                .get("/v1/deposit/crypto/" + idOrReference)
                .expect(200)
                .data();
    }

    private JsonNode await(String id, Predicate<JsonNode> wanted) {
        return merchant.awaitTokens(id, wanted);
    }

    private JsonNode await(String id, String status) {
        return await(id, deposit -> text(deposit, "status").equals(status));
    }

    private JsonNode awaitReceived(String id, String amount) {
        return await(
                id,
                deposit -> deposit.path("receivedAmount").isNumber()
                        && deposit.path("receivedAmount").decimalValue().compareTo(new BigDecimal(amount)) == 0);
    }

    private static List<String> labels(JsonNode deposit) {
        return deposit.path("labels").valueStream().map(each -> each.asString()).toList();
    }

    private List<String> fields(Reply refused) {
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
    void what_is_exchanged_on_its_way_in_keeps_to_the_most_that_a_conversion_may_be() {
        var refused = ask("eth-ethereum", "400", "\"outputCurrency\":\"IDR\"").expect(400);
        assertThat(fields(refused)).containsExactly("inputAmount");
        assertThat(refused.json().toString()).contains("300 ETH at most to be exchanged");
        ask("eth-ethereum", "300", "\"outputCurrency\":\"IDR\"").expect(201);
        ask("eth-ethereum", "400").expect(201);
    }

    @Test
    void what_is_asked_for_comes_and_is_credited_less_the_fee() {
        var created = ask("usdc-polygon", "100", "\"reference\":\"d-1\",\"note\":\"order\"")
                .expect(201);
        assertThat(created.message()).isEqualTo("Crypto deposit created");
        var data = created.data();
        assertThat(text(data, "status")).isEqualTo("pending");
        assertThat(text(data, "outputCurrency")).isEqualTo("usdc-polygon");
        assertThat(text(data.path("paymentCrypto"), "payoutWallet")).matches("0x[0-9a-fA-F]{40}");
        assertThat(text(data.path("paymentCrypto"), "network")).isEqualTo("polygon");
        assertThat(data.path("outputAmount").decimalValue()).isEqualByComparingTo("99.5");
        var id = text(data, "depositId");
        merchant.payIn(id, null).expect(200);
        var done = await(id, "completed");
        assertThat(text(done, "transactionHash")).matches("0x[0-9a-f]{64}");
        assertThat(text(done, "senderWallet")).matches("0x[0-9a-fA-F]{40}");
        assertThat(labels(done)).isEmpty();
        assertThat(text(deposit("d-1"), "depositId")).isEqualTo(id);
        assertThat(gained()).isEqualByComparingTo("99.5");
        assertThat(merchant.eventTypes(id)).containsExactly("deposit.created", "deposit.completed");
    }

    @Test
    void parts_are_counted_until_they_are_enough() {
        var id = asked("100");
        pay(id, "40");
        var part = awaitReceived(id, "40");
        assertThat(text(part, "status")).isEqualTo("pending");
        assertThat(text(part.path("payments").get(0), "status")).isEqualTo("received");
        assertThat(gained()).isEqualByComparingTo("0");
        var refused =
                merchant.client().patch("/v1/deposit/" + id + "/cancel", null).expect(409);
        assertThat(refused.message()).isEqualTo("Deposit cannot be cancelled");
        pay(id, "60");
        var done = await(id, "completed");
        assertThat(labels(done)).isEmpty();
        assertThat(done.path("payments").valueStream().map(each -> text(each, "status")))
                .containsExactly("credited", "credited");
        assertThat(gained()).isEqualByComparingTo("99.5");
        assertThat(merchant.eventTypes(id)).containsExactly("deposit.created", "deposit.updated", "deposit.completed");
    }

    @Test
    void too_little_is_settled_at_the_end() {
        var id = asked("100");
        pay(id, "40");
        awaitReceived(id, "40");
        merchant.advance("PT60M");
        var done = await(id, "completed");
        assertThat(labels(done)).containsExactly("UNDERPAID");
        assertThat(gained()).isEqualByComparingTo("39.8");
        pay(id, "60");
        var more = awaitReceived(id, "100");
        assertThat(labels(more)).containsExactly("LATE");
        assertThat(gained()).isEqualByComparingTo("99.5");
    }

    @Test
    void too_much_is_credited_too() {
        var id = asked("100");
        pay(id, "130");
        var done = await(id, "completed");
        assertThat(labels(done)).containsExactly("OVERPAID");
        assertThat(gained()).isEqualByComparingTo("129.35");
        pay(id, "10");
        awaitReceived(id, "140");
        assertThat(gained()).isEqualByComparingTo("139.3");
    }

    @Test
    void what_comes_after_it_was_paid_does_not_change_when_that_was() {
        var id = asked("100");
        merchant.payIn(id, null).expect(200);
        var paidAt = text(await(id, "completed"), "paidAt");
        merchant.advance("PT60M");
        pay(id, "10");
        var more = awaitReceived(id, "110");
        assertThat(labels(more)).containsExactly("OVERPAID");
        assertThat(text(more, "paidAt")).isEqualTo(paidAt);
    }

    @Test
    void late_money_completes_an_expired_deposit() {
        var id = asked("100");
        merchant.advance("PT60M");
        await(id, "expired");
        merchant.payIn(id, null).expect(200);
        assertThat(labels(await(id, "completed"))).containsExactly("LATE");
        assertThat(gained()).isEqualByComparingTo("99.5");
    }

    @Test
    void what_was_paid_in_time_is_not_late_though_it_is_final_later() {
        var id = asked("100");
        merchant.payIn(id, "{\"delay\":\"PT59M59S\"}").expect(200);
        merchant.advance("PT60M");
        assertThat(labels(await(id, "completed"))).isEmpty();
    }

    @Test
    void nobody_pays_more_than_there_is() {
        assertThat(fields(merchant.payIn(asked("100"), "{\"amount\":9999999999999999999999999999}")
                        .expect(400)))
                .containsExactly("amount");
    }

    @Test
    void a_payment_that_is_told_of_twice_counts_once() {
        var id = asked("100");
        merchant.payIn(id, "{\"duplicate\":true}").expect(200);
        await(id, "completed");
        pause(2_500);
        assertThat(deposit(id).path("payments")).hasSize(1);
        assertThat(gained()).isEqualByComparingTo("99.5");
    }

    @Test
    void tokens_are_exchanged_for_money() {
        var before = merchant.available("IDR");
        var id = asked("100", "\"outputCurrency\":\"IDR\"");
        merchant.payIn(id, null).expect(200);
        var done = await(id, "completed");
        assertThat(done.path("exchangeInfo").path("exchangeRate").decimalValue())
                .isEqualByComparingTo("16650");
        assertThat(merchant.available("IDR").subtract(before)).isEqualByComparingTo("1656675");
        assertThat(gained()).isEqualByComparingTo("0");
    }

    @Test
    void a_quote_fixes_the_rate_and_is_used_up() {
        var quote = quote("inputCurrency=usdc-polygon&inputAmount=100&outputCurrency=IDR");
        assertThat(ask("usdc-polygon", "99", "\"outputCurrency\":\"IDR\",\"quoteId\":\"" + quote + "\"")
                        .expect(400)
                        .code())
                .isEqualTo("QUOTE_MISMATCH");
        asked("100", "\"outputCurrency\":\"IDR\",\"quoteId\":\"" + quote + "\"");
        var again = ask("usdc-polygon", "100", "\"outputCurrency\":\"IDR\",\"quoteId\":\"" + quote + "\"")
                .expect(400);
        assertThat(again.code()).isEqualTo("QUOTE_USED");
        assertThat(fields(again)).containsExactly("quoteId");
    }

    @Test
    void a_blank_quote_is_none() {
        ask("usdc-polygon", "100", "\"quoteId\":\"\"").expect(201);
    }

    @Test
    void who_cancels_again_what_was_cancelled_by_force_with_a_part_paid_is_answered() {
        var id = asked("100");
        pay(id, "40");
        awaitReceived(id, "40");
        merchant.client()
                .patch("/v1/deposit/" + id, "{\"status\":\"cancelled\"}")
                .expect(200);
        merchant.client().patch("/v1/deposit/" + id + "/cancel", null).expect(200);
    }

    @Test
    void a_quote_for_a_fiat_deposit_is_kept_to_the_last_unit() {
        var quote = quote("inputCurrency=IDR&inputAmount=1665000&outputCurrency=usdc-polygon");
        var body = "{\"inputCurrency\":\"IDR\",\"outputCurrency\":\"usdc-polygon\",\"balanceType\":\"crypto\","
                + "\"paymentMethod\":\"OVO\",\"inputAmount\":1665000,\"quoteId\":\"" + quote + "\"}";
        var deposit =
                merchant.client().post("/v1/deposit/fiat", body).expect(201).data();
        var fee = deposit.path("fee").path("amount").decimalValue();
        var expected = new BigDecimal("1665000").subtract(fee).divide(new BigDecimal("16650"), 6, RoundingMode.DOWN);
        assertThat(deposit.path("outputAmount").decimalValue()).isEqualByComparingTo(expected);
        assertThat(merchant.client().post("/v1/deposit/fiat", body).expect(400).code())
                .isEqualTo("QUOTE_USED");
        var late = quote("inputCurrency=IDR&inputAmount=1665000&outputCurrency=usdc-polygon");
        merchant.advance("PT5M");
        assertThat(merchant.client()
                        .post("/v1/deposit/fiat", body.replace(quote, late))
                        .expect(400)
                        .code())
                .isEqualTo("QUOTE_EXPIRED");
    }

    @Test
    void a_quote_with_a_markup_is_for_a_conversion() {
        var marked = quote("inputCurrency=usdc-polygon&inputAmount=100&outputCurrency=IDR&markupRatePercentage=1");
        assertThat(ask("usdc-polygon", "100", "\"outputCurrency\":\"IDR\",\"quoteId\":\"" + marked + "\"")
                        .expect(400)
                        .code())
                .isEqualTo("QUOTE_MISMATCH");
    }

    private String quote(String query) {
        return text(
                merchant.client()
                        .get("/v1/convert/estimate?" + query)
                        .expect(200)
                        .data(),
                "quoteId");
    }

    @Test
    void fiat_and_crypto_do_not_see_each_other() {
        var crypto = asked("100", "\"reference\":\"c\"");
        var fiat = merchant.createDeposit("014_VA", "100000", "\"reference\":\"f\"");
        merchant.client().get("/v1/deposit/fiat/" + crypto).expect(404);
        merchant.client().get("/v1/deposit/fiat/c").expect(404);
        merchant.client().get("/v1/deposit/crypto/" + fiat).expect(404);
        assertThat(merchant.client().get("/v1/deposit/crypto/f").expect(404).message())
                .isEqualTo("Deposit not found");
        assertThat(merchant.depositIds("/v1/deposit/crypto")).containsExactly(crypto);
        assertThat(merchant.depositIds("/v1/deposit/crypto?status=expired")).isEmpty();
        assertThat(merchant.depositIds("/v1/deposit/fiat")).containsExactly(fiat);
        assertThat(merchant.depositIds("/v1/deposit")).containsExactly(crypto, fiat);
        assertThat(merchant.depositIds("/v1/deposit?depositType=crypto")).containsExactly(crypto);
        merchant.client().get("/v1/deposit/" + crypto).expect(200);
        assertThat(ask("usdc-polygon", "100", "\"reference\":\"f\"").expect(400).code())
                .isEqualTo("REFERENCE_EXISTS");
    }

    @Test
    void a_network_with_memos_has_one_wallet_and_a_memo_for_each() {
        var first = ask("usdc-stellar", "100").expect(201).data();
        var second = ask("usdc-stellar", "100").expect(201).data();
        assertThat(text(first.path("paymentCrypto"), "payoutWallet"))
                .startsWith("G")
                .isEqualTo(text(second.path("paymentCrypto"), "payoutWallet"));
        assertThat(text(first.path("paymentCrypto"), "memo"))
                .isNotEmpty()
                .isNotEqualTo(text(second.path("paymentCrypto"), "memo"));
        var id = text(second, "depositId");
        merchant.payIn(id, null).expect(200);
        await(id, "completed");
        assertThat(text(deposit(text(first, "depositId")), "status")).isEqualTo("pending");
    }

    /// Each payment rewrites the deposit, and anyone may send any number of payments to a wallet.
    @Test
    void of_very_many_payments_the_house_keeps_those_that_are_too_many() {
        var id = asked("1000");
        for (int sent = 0; sent < IncomingPaymentHandler.PAYMENTS_MAX + 5; sent++) {
            pay(id, "1");
        }
        await(id, _ -> kept() == 5);
        assertThat(deposit(id).path("payments")).hasSize(IncomingPaymentHandler.PAYMENTS_MAX);
        assertThat(text(deposit(id), "status")).isEqualTo("pending");
        assertThat(deposit(id).path("activityHistory").valueStream().map(step -> text(step, "activity")))
                .containsOnlyOnce("Payment not counted");

        pay(id, "900");
        assertThat(await(id, "completed").path("payments")).hasSize(IncomingPaymentHandler.PAYMENTS_MAX + 1);
        assertThat(kept()).isEqualTo(5);
    }

    private static long kept() {
        return service.connections()
                .read(handle -> handle.createQuery("""
                        SELECT count(*) FROM deposit_payment WHERE reason = 'UNKNOWN_DESTINATION'
                        """).mapTo(Long.class).one());
    }

    @Test
    void a_status_is_forced_as_often_as_wanted() {
        var id = asked("100");
        for (var status : List.of("completed", "expired", "completed", "cancelled", "pending", "completed")) {
            merchant.client()
                    .patch("/v1/deposit/" + id, "{\"status\":\"" + status + "\"}")
                    .expect(200);
            assertThat(text(deposit(id), "status")).isEqualTo(status);
        }
        assertThat(gained()).isEqualByComparingTo("99.5");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|inputCurrency,inputAmount",
                "{\"inputCurrency\":\"doge-x\",\"inputAmount\":1}|inputCurrency",
                "{\"inputCurrency\":\"IDR\",\"inputAmount\":1}|inputCurrency",
                "{\"inputCurrency\":\"usdc-polygon\",\"inputAmount\":0}|inputAmount",
                "{\"inputCurrency\":\"usdc-polygon\",\"inputAmount\":0.5}|inputAmount",
                "{\"inputCurrency\":\"usdc-polygon\",\"inputAmount\":5.0000001}|inputAmount",
                "{\"inputCurrency\":\"usdc-polygon\",\"inputAmount\":50,\"outputCurrency\":\"XXX\"}|outputCurrency",
                "{\"inputCurrency\":\"usdc-polygon\",\"inputAmount\":50,\"outputCurrency\":\"usdt-polygon\"}"
                        + "|outputCurrency",
                "{\"inputCurrency\":\"usdc-polygon\",\"inputAmount\":50,\"quoteId\":\"nope\"}|quoteId"
            })
    void what_is_wrong_is_named(String body, String wrong) {
        assertThat(fields(merchant.client().post("/v1/deposit/crypto", body).expect(400)))
                .containsExactlyInAnyOrder(wrong.split(","));
    }

    @Test
    void an_unknown_token_is_refused_by_name() {
        assertThat(ask("doge-x", "1").expect(400).message()).isEqualTo("Crypto not found");
        var body = "{\"inputCurrency\":\"doge-x\",\"inputAmount\":1,\"quoteId\":\"nope\"}";
        var refused = merchant.client().post("/v1/deposit/crypto", body).expect(400);
        assertThat(refused.code()).isEqualTo("CRYPTO_NOT_FOUND");
        assertThat(fields(refused)).containsExactlyInAnyOrder("inputCurrency", "quoteId");
    }
}
