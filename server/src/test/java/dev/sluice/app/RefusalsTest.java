package dev.sluice.app;

import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestClient.Reply;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.Scope;
import dev.sluice.http.Json;
import dev.sluice.merchant.Switch;
import dev.sluice.merchant.Switches;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests that are refused before any endpoint handles them, and their error bodies.
class RefusalsTest {
    private static final String LIST = "/v1/disbursement/fiat";
    private static final String CREATE = "/v2/disbursement/fiat";

    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static String clientId() {
        return service.demo().credentials().getOrDefault("SLUICE_CLIENT_ID", "");
    }

    /// Compares an error with the recorded one, without the demo's client id.
    private static void assertError(int status, String golden, Reply reply) {
        reply.expect(status);
        assertThat(reply.header("X-Request-Id"))
                .isEqualTo(reply.json().path("requestId").stringValue());
        var text = reply.text().replace(clientId(), "cl_demo");
        Golden.assertSame("error/" + golden, Json.parse(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void every_merchant_endpoint_asks_who_it_is() {
        try (var anybody = TestClient.anonymous(service.baseUrl())) {
            assertError(401, "auth-missing", anybody.get(LIST));
            assertThat(anybody.get(LIST).header("WWW-Authenticate")).contains("Bearer");
            assertError(401, "auth-missing", anybody.post(CREATE, "{"));
            assertError(401, "auth-missing", anybody.patch("/v1/disbursement/x", "{\"status\":\"failed\"}"));
            assertError(401, "auth-missing", anybody.get("/v1/balance"));
            assertError(401, "auth-missing", anybody.send("GET", LIST, null, Map.of("Authorization", "Basic eDp5")));
            assertError(401, "auth-missing", anybody.send("GET", LIST, null, Map.of("X-Client-ID", clientId())));
            assertError(401, "auth-missing", anybody.send("GET", LIST, null, Map.of("Authorization", "Bearer ")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sk_test_0000000000000000000000000000000000000000000", "sk_live_x", "x"})
    void an_unknown_key_is_refused(String key) {
        try (var client = TestClient.bearing(service.baseUrl(), key)) {
            assertError(401, "auth-bad-key", client.get(LIST));
        }
    }

    @Test
    void an_unknown_client_is_refused() {
        try (var client = TestClient.signing(service.baseUrl(), "cl_nobody", "secret")) {
            assertError(401, "auth-unknown-client", client.get(LIST));
        }
    }

    @Test
    void a_wrong_signature_is_refused_with_what_was_to_be_signed() {
        try (var client = TestClient.signing(service.baseUrl(), clientId(), "cs_test_wrong")) {
            assertError(401, "auth-bad-signature", client.get(LIST + "?limit=1&page=%32"));
            assertError(401, "auth-bad-signature-of-a-body", client.post(CREATE, "{\"currency\":\"IDR\"}"));
        }
    }

    @Test
    void a_signature_has_its_time() {
        try (var client = service.signing()) {
            for (long seconds : new long[] {-301, 301, -86_400}) {
                var skewed = client.at(() -> Instant.now().plusSeconds(seconds));
                assertError(401, "auth-timestamp-skew", skewed.get(LIST));
            }
            client.at(() -> Instant.now().minusSeconds(290)).get(LIST).expect(200);
            client.at(() -> Instant.now().plusSeconds(290)).get(LIST).expect(200);
            assertError(401, "auth-timestamp-skew", client.send("GET", LIST, null, Map.of("X-Timestamp", "today")));
        }
    }

    @Test
    void a_moved_sandbox_clock_does_not_move_signatures() {
        try (var client = service.signing()) {
            client.post("/v1/sandbox/clock", "{\"advance\":\"P2D\"}").expect(200);
            client.get(LIST).expect(200);
        }
    }

    @Test
    void a_key_does_what_its_scopes_say() {
        try (var reader = Merchant.of(service, Switches.sandbox(), EnumSet.of(Scope.READ), true);
                var payer = Merchant.of(service, Switches.sandbox(), EnumSet.of(Scope.PAYOUTS), true)) {
            assertError(403, "auth-scope", reader.client().post(CREATE, idr(item("1234567890", "10000"))));
            reader.force("x", "completed").expect(403);
            reader.cancel("x").expect(403);
            reader.client().post("/v1/sandbox/clock", "{\"advance\":\"PT1S\"}").expect(403);
            reader.client().get(LIST).expect(200);
            payer.client().get(LIST).expect(403);
            payer.client().get("/v1/balance").expect(403);
            payer.client().post(CREATE, idr(item("1234567890", "10000"))).expect(201);
        }
    }

    @Test
    void an_organization_may_want_every_write_signed() {
        try (var merchant = Merchant.at(service, Switch.SIGNATURE_REQUIRED)) {
            assertError(403, "auth-signature-required", merchant.pay(idr(item("1234567890", "10000"))));
            assertThat(merchant.payouts()).isZero();
        }
    }

    @Test
    void a_key_works_from_its_addresses_alone() {
        var organization = service.demo().organizationId();
        for (var each : List.of("203.0.113.7", "127.0.0.0/8")) {
            var key = service.apiKeys()
                    .create(organization, "office", Set.of(Scope.READ), Allowlist.parse(List.of(each)));
            try (var client = TestClient.bearing(service.baseUrl(), key.token())) {
                if (each.startsWith("127")) {
                    client.get(LIST).expect(200);
                } else {
                    assertError(403, "auth-address", client.get(LIST));
                }
            }
        }
    }

    @Test
    void what_is_not_there_is_not_found() {
        try (var client = service.signing()) {
            for (var path : List.of("/v1/nothing", "/v1/disbursement", "/v3/disbursement/fiat", LIST + "/x/y")) {
                assertError(404, "not-found", client.get(path));
            }
        }
    }

    @Test
    void another_method_is_told_the_allowed_ones() {
        try (var client = service.signing()) {
            var reply = client.delete(LIST);
            assertError(405, "method-not-allowed", reply);
            assertThat(reply.header("Allow").split(", ")).containsExactlyInAnyOrder("GET", "HEAD", "POST");
            assertThat(client.get(CREATE).expect(405).header("Allow")).isEqualTo("POST");
        }
    }

    @Test
    void malformed_json_is_told_where() {
        try (var client = service.signing()) {
            assertError(400, "malformed-json", client.post(CREATE, "{\"currency\":\"IDR\",}"));
            assertError(400, "duplicate-key", client.post(CREATE, "{\"currency\":\"IDR\",\"currency\":\"USD\"}"));
        }
    }

    @Test
    void a_client_that_asks_too_often_has_to_wait() {
        try (var limited = TestService.start(Map.of("SLUICE_RATE_LIMIT", "1/3"));
                var client = limited.signing()) {
            var first = client.get(LIST).expect(200);
            assertThat(first.header("RateLimit-Policy")).isEqualTo("\"default\";q=1;w=1;burst=3");
            assertThat(first.header("RateLimit")).startsWith("\"default\";r=2;");
            var refused = Stream.generate(() -> client.get(LIST))
                    .limit(20)
                    .filter(reply -> reply.status() == 429)
                    .findFirst()
                    .orElseThrow();
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            Golden.assertSame("error/rate-limited", refused.json());
        }
    }
}
