package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.auth.Scope;
import dev.sluice.merchant.Switches;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Conversions of a live deployment that has a rail for tokens, but none to a bank.
class LiveConversionTest {
    private static final String SELL =
            "{\"input\":{\"currency\":\"usdc-polygon\",\"amount\":100}," + "\"output\":{\"currency\":\"IDR\"}}";

    private static TestService service;

    private Merchant merchant;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(
                "SLUICE_ENVIRONMENT", "live",
                "SLUICE_DATABASE_URL", "postgresql://sluice@127.0.0.1/sluice",
                "SLUICE_MASTER_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
                "SLUICE_EVM_POLYGON_RPC", "http://127.0.0.1:9",
                "SLUICE_EVM_PRIVATE_KEY", "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void enter() {
        merchant = Merchant.of(service, Switches.sandbox(), EnumSet.allOf(Scope.class), false);
    }

    @AfterEach
    void leave() {
        merchant.close();
    }

    @Test
    void a_currency_that_no_rail_pays_out_is_no_output() {
        var wrong = "is not paid out by any rail here, so nothing is converted to IDR";
        var estimate = merchant.client()
                .get("/v1/convert/estimate?inputCurrency=usdc-polygon&outputCurrency=IDR&inputAmount=100")
                .expect(400);
        assertThat(estimate.code()).isEqualTo("CONVERSION_NOT_ENABLED");
        assertThat(estimate.json().at("/details/0/field").stringValue()).isEqualTo("outputCurrency");
        assertThat(estimate.json().at("/details/0/message").stringValue()).isEqualTo(wrong);
        var conversion = merchant.client().post("/v1/convert", SELL).expect(400);
        assertThat(conversion.code()).isEqualTo("CONVERSION_NOT_ENABLED");
        assertThat(conversion.json().at("/details/0/field").stringValue()).isEqualTo("output.currency");
        assertThat(conversion.json().at("/details/0/message").stringValue()).isEqualTo(wrong);
    }

    @Test
    void lists_offer_what_rails_serve() {
        var tokens = merchant.client().get("/v1/reference/cryptos").expect(200).data();
        assertThat(tokens).isNotEmpty().allSatisfy(token -> {
            assertThat(token.path("id").stringValue()).endsWith("-polygon");
            assertThat(token.path("currencies")).isEmpty();
        });
        assertThat(merchant.client()
                        .get("/v1/disbursement/crypto/payment-method")
                        .expect(200)
                        .data())
                .hasSameSizeAs(tokens);
    }

    @Test
    void a_checkout_that_no_rail_can_serve_says_so() {
        var refused = merchant.client()
                .post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000}")
                .expect(400);
        assertThat(refused.code()).isEqualTo("PAYMENT_METHOD_NOT_FOUND");
        assertThat(refused.json().at("/details/0/field").stringValue()).isEqualTo("inputCurrency");
    }
}
