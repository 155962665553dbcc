package dev.sluice.app;

import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.auth.Scope;
import dev.sluice.config.Config;
import dev.sluice.merchant.Switches;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A live deployment: no sandbox function works there, and without rails there are no payment methods.
class LiveTest {
    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(
                "SLUICE_ENVIRONMENT", "live",
                "SLUICE_DATABASE_URL", "postgresql://sluice@127.0.0.1/sluice",
                "SLUICE_MASTER_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void without_a_public_address_by_tls_it_starts_and_says_what_that_means() throws Config.Invalid {
        var env = new HashMap<>(Map.of(
                "SLUICE_DATABASE_URL", "postgresql://sluice@127.0.0.1/sluice",
                "SLUICE_MASTER_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="));
        assertThat(warnings(env)).isEmpty();
        env.put("SLUICE_ENVIRONMENT", "live");
        assertThat(warnings(env)).singleElement().asString().contains("SLUICE_BASE_URL", "this machine", "Secure");
        env.put("SLUICE_BASE_URL", "http://pay.example.com");
        assertThat(warnings(env)).singleElement().asString().contains("point to http://pay.example.com,");
        env.put("SLUICE_BASE_URL", "https://pay.example.com");
        assertThat(warnings(env)).isEmpty();
    }

    private static List<String> warnings(Map<String, String> env) throws Config.Invalid {
        return Config.load(env, Path.of("there-is-no-such.yaml")).warnings();
    }

    private static Merchant merchant(Switches switches) {
        return Merchant.of(service, switches, EnumSet.allOf(Scope.class), false);
    }

    @Test
    void a_status_cannot_be_forced_and_the_clock_cannot_be_moved() {
        try (var merchant = merchant(Switches.sandbox())) {
            var forced =
                    merchant.force(UUID.randomUUID().toString(), "completed").expect(403);
            assertThat(forced.message()).isEqualTo("Only available in the sandbox environment");
            Golden.assertSame("error/sandbox-only", forced.json());
            assertThat(merchant.force("x", "nonsense").expect(403).code()).isEqualTo("SANDBOX_ONLY");
            assertThat(merchant.client().get("/v1/sandbox/clock").expect(403).code())
                    .isEqualTo("SANDBOX_ONLY");
            assertThat(merchant.client()
                            .post("/v1/sandbox/clock", "{\"advance\":\"PT1H\"}")
                            .expect(403)
                            .code())
                    .isEqualTo("SANDBOX_ONLY");
        }
    }

    @Test
    void payouts_are_signed_unless_the_organization_says_otherwise() {
        try (var merchant = merchant(Switches.live())) {
            assertThat(merchant.pay(idr(item("1234567890", "10000")))
                            .expect(403)
                            .code())
                    .isEqualTo("AUTH_SIGNATURE_REQUIRED");
            merchant.client().get("/v1/balance").expect(200);
        }
    }

    @Test
    void methods_that_no_rail_serves_are_hidden_and_refused() {
        try (var merchant = merchant(Switches.sandbox())) {
            assertThat(merchant.client()
                            .get("/v1/disbursement/fiat/payment-method")
                            .expect(200)
                            .data())
                    .isEmpty();
            assertThat(merchant.client()
                            .get("/v1/disbursement/crypto/payment-method")
                            .expect(200)
                            .data())
                    .isEmpty();
            assertThat(merchant.client()
                            .get("/v1/deposit/payment-method")
                            .expect(200)
                            .data())
                    .isEmpty();
            var reply = merchant.pay(idr(item("1234567890", "10000"))).expect(400);
            assertThat(reply.message()).isEqualTo("Payment method not found");
            assertThat(merchant.available("IDR")).isEqualByComparingTo(Merchant.OPENING);
        }
    }

    @Test
    void a_wrong_signature_is_not_explained() {
        try (var client = TestClient.signing(service.baseUrl(), "cl_nobody", "secret")) {
            assertThat(client.get("/v1/balance").expect(401).json().has("stringToSign"))
                    .isFalse();
        }
    }
}
