package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.client.RequestSigner;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.http.Routes;
import dev.sluice.http.server.Admission;
import dev.sluice.http.server.PublicScheme;
import dev.sluice.http.server.Server;
import dev.sluice.net.TrustedProxies;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TestClientTest {
    private static final Envelope ENVELOPE = new Envelope(InstantSource.system());
    private static final AtomicReference<Request> SEEN = new AtomicReference<>();
    private static Server server;
    private static URI base;

    @BeforeAll
    static void start() {
        var routes = List.of(
                new Route(Method.GET, "/health/live", request -> {
                    SEEN.set(request);
                    return ENVELOPE.ok(request, "Live", new JsonObject().put("status", "up"));
                }),
                new Route(Method.GET, "/health/ready", request -> ENVELOPE.ok(request, "Ready", new JsonObject())),
                new Route(Method.POST, "/v1/sandbox/clock", request -> {
                    SEEN.set(request);
                    return ENVELOPE.ok(
                            request,
                            "Advanced",
                            new JsonObject().put("now", Instant.EPOCH).put("offset", "PT1H"));
                }),
                new Route(Method.GET, "/secret", _ -> new Answer(200, Answer.JSON, new byte[0])));
        server = Server.start(
                "127.0.0.1",
                0,
                new Routes(routes),
                ENVELOPE,
                new SimpleMeterRegistry(),
                new TrustedProxies(List.of()),
                PublicScheme.PLAIN,
                new Admission());
        base = URI.create("http://127.0.0.1:" + server.port());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String seen(String header) {
        return SEEN.get().header(header).orElse("");
    }

    @Test
    void an_exchange_that_keeps_the_contract_is_handed_on() {
        try (var client = TestClient.anonymous(base)) {
            var reply = client.get("/health/live").expect(200);
            assertThat(reply.message()).isEqualTo("Live");
            assertThat(reply.data().path("status").stringValue()).isEqualTo("up");
            assertThat(seen("Authorization")).isEmpty();
            assertThat(client.get("/nothing").code()).isEqualTo("NOT_FOUND");
            assertThat(client.send("PUT", "/health/live", null, Map.of()).header("Allow"))
                    .isEqualTo("GET, HEAD");
        }
    }

    @Test
    void an_exchange_that_breaks_the_contract_fails() {
        try (var client = TestClient.anonymous(base)) {
            assertThatThrownBy(() -> client.get("/health/ready")).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> client.get("/secret")).hasMessageContaining("no operation GET /secret");
            assertThatThrownBy(() -> client.post("/v1/sandbox/clock", "{\"advance\":7}"))
                    .hasMessageContaining("request /advance");
            assertThatThrownBy(() -> client.get("/health/live").expect(503)).hasMessageContaining("got 200");
        }
    }

    @Test
    void a_signing_client_signs_what_it_sends() {
        var now = Instant.parse("2026-11-21T02:30:00.123Z");
        try (var client = TestClient.signing(base, "client", "secret").at(() -> now)) {
            var json = "{\"advance\":\"PT1H\"}";
            client.post("/v1/sandbox/clock?x=%20", json, "key-1").expect(200);
            var toSign = RequestSigner.stringToSign(
                    "client",
                    now.toString(),
                    "POST",
                    "/v1/sandbox/clock",
                    "x=%20",
                    SEEN.get().body());
            assertThat(seen("X-Client-ID")).isEqualTo("client");
            assertThat(seen("X-Timestamp")).isEqualTo(now.toString());
            assertThat(seen("X-Signature")).isEqualTo(RequestSigner.signature("secret", toSign));
            assertThat(seen("Idempotency-Key")).isEqualTo("key-1");
            assertThat(SEEN.get().path() + "?" + SEEN.get().rawQuery()).isEqualTo("/v1/sandbox/clock?x=%20");
        }
    }

    @Test
    void a_bearing_client_sends_its_key_and_headers_can_be_replaced_or_left_out() {
        try (var client = TestClient.bearing(base, "sk_test_x")) {
            client.post("/v1/sandbox/clock", "{\"advance\":\"PT1H\"}").expect(200);
            assertThat(seen("Authorization")).isEqualTo("Bearer sk_test_x");
            assertThat(seen("Idempotency-Key")).hasSize(36);
            client.send("GET", "/health/live", null, Map.of("Authorization", "", "X-Request-Id", "mine"));
            assertThat(seen("Authorization")).isEmpty();
            assertThat(SEEN.get().id()).isEqualTo("mine");
        }
    }
}
