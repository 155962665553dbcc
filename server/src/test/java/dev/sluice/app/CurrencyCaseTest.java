package dev.sluice.app;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Currency codes and token identifiers are case-insensitive, in bodies and queries, and are always returned in the
/// same case.
@Tag("slow")
class CurrencyCaseTest extends MerchantTest {
    private static final String WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

    private JsonNode made(String path, String body) {
        return merchant.client().post(path, body).expect(201).data();
    }

    @Test
    void what_is_made_has_its_code_as_it_is_listed() {
        var payout = made(
                        "/v2/disbursement/fiat",
                        Merchant.idr(Merchant.item("1234567890", "10000")).replace("IDR", "idr"))
                .path("disburseData")
                .get(0);
        assertThat(text(payout, "currency")).isEqualTo("IDR");
        var first = made(
                "/v1/disbursement/fiat",
                "{\"disburseData\":[{\"currency\":\"iDr\",\"amount\":10000,\"recipientId\":\""
                        + merchant.storedInIndonesia() + "\"}]}");
        assertThat(text(first.path("disburseData").get(0), "currency")).isEqualTo("IDR");
        var tokens = made("/v1/disbursement/crypto", """
                {"token":"USDC-Polygon","receivers":[{"amount":25,"receiverWalletAddress":"%s"}]}""".formatted(WALLET));
        assertThat(text(tokens.path("disburseData").get(0), "token")).isEqualTo("usdc-polygon");
        var deposit =
                made("/v1/deposit/fiat", Merchant.deposit("014_VA", "100000").replace("IDR", "idr"));
        assertThat(text(deposit, "inputCurrency")).isEqualTo("IDR");
        assertThat(text(deposit, "outputCurrency")).isEqualTo("IDR");
        var crypto = made("/v1/deposit/crypto", """
                {"inputCurrency":"USDC-POLYGON","inputAmount":100,"outputCurrency":"Usdc-polygon"}""");
        assertThat(text(crypto, "outputCurrency")).isEqualTo("usdc-polygon");
        assertThat(text(crypto, "inputCurrency")).isEqualTo("usdc-polygon");
    }

    @Test
    void an_exchange_and_what_is_asked_before_it_are_of_the_same_currencies() {
        merchant.client()
                .get("/v1/disbursement/crypto/estimate?token=USDC-POLYGON&amount=25")
                .expect(200);
        var estimate = merchant.client()
                .get("/v1/convert/estimate?inputCurrency=USDC-polygon&inputAmount=10&outputCurrency=idr")
                .expect(200)
                .data();
        assertThat(text(estimate.path("input"), "currency")).isEqualTo("usdc-polygon");
        assertThat(text(estimate.path("output"), "currency")).isEqualTo("IDR");
        var converted = made(
                "/v1/convert",
                "{\"input\":{\"currency\":\"USDC-polygon\",\"amount\":10},\"output\":{\"currency\":\"idr\"},"
                        + "\"quoteId\":\"" + text(estimate, "quoteId") + "\"}");
        assertThat(text(converted.path("output"), "currency")).isEqualTo("IDR");
        assertThat(total("/v1/convert?inputCurrency=USDC-POLYGON&outputCurrency=idr"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"IDR", "idr", "Idr"})
    void lists_are_narrowed_by_a_currency_in_any_case(String currency) {
        merchant.paid("1234567890", "10000");
        merchant.createDeposit("014_VA", "100000");
        merchant.storedInIndonesia();
        for (var list : List.of(
                "/v1/disbursement/fiat?currency=", "/v1/deposit/fiat?inputCurrency=", "/v1/deposit?inputCurrency=")) {
            assertThat(total(list + currency)).as(list).isEqualTo(1);
        }
        assertThat(total("/v1/recipient?currency=" + currency)).isEqualTo(2);
        assertThat(total("/v1/balance/transactions?currency=" + currency)).isEqualTo(2);
        for (var methods : List.of("/v1/disbursement/fiat/payment-method", "/v1/deposit/payment-method")) {
            assertThat(merchant.client()
                            .get(methods + "?currency=" + currency)
                            .expect(200)
                            .data()
                            .isEmpty())
                    .isFalse();
        }
    }

    private int total(String list) {
        return merchant.client().get(list).expect(200).data().path("totalDocs").intValue();
    }
}
