package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.app.TestService;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A repeated create request, recognized by its key or its signature, pays once.
class CreateOnceTest {
    private static final String V1 = "/v1/disbursement/fiat";
    private static final String V2 = "/v2/disbursement/fiat";

    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static BigDecimal demoTotal() {
        try (var client = service.bearing()) {
            return client.get("/v1/disbursement/fiat")
                    .expect(200)
                    .data()
                    .path("totalItems")
                    .decimalValue();
        }
    }

    private static void assertReplay(Reply again, Reply first) {
        assertThat(again.status()).isEqualTo(first.status());
        assertThat(again.text()).isEqualTo(first.text());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.header("X-Request-Id")).isEqualTo(first.header("X-Request-Id"));
        assertThat(again.header("Deprecation")).isEqualTo(first.header("Deprecation"));
    }

    @Test
    void the_same_key_and_request_get_the_first_answer() {
        try (var merchant = Merchant.at(service)) {
            var body = idr(item("1234567890", "10000", "\"reference\":\"INV-1\""));
            var first = merchant.client().post(V2, body, "key-1").expect(201);
            assertThat(first.header("Idempotent-Replayed")).isEmpty();
            for (var key : List.of("key-1", "\"key-1\"")) {
                assertReplay(merchant.client().post(V2, body, key), first);
            }
            assertThat(merchant.payouts()).isEqualTo(1);
        }
    }

    @Test
    void the_same_key_for_another_request_is_refused() {
        try (var merchant = Merchant.at(service)) {
            var body = idr(item("1234567890", "10000"));
            merchant.client().post(V2, body, "key-1").expect(201);
            var other = merchant.client()
                    .post(V2, idr(item("1234567890", "20000")), "key-1")
                    .expect(422);
            Golden.assertSame("error/idempotency-key-reused", other.json());
            merchant.client().post(V2 + "?x=y", body, "key-1").expect(422);
            assertThat(merchant.client().post(V1, body, "key-1").code())
                    .isIn("VALIDATION_FAILED", "IDEMPOTENCY_KEY_REUSED");
            assertThat(merchant.payouts()).isEqualTo(1);
            try (var stranger = Merchant.at(service)) {
                stranger.client().post(V2, body, "key-1").expect(201);
            }
        }
    }

    @Test
    void version_1_is_replayed_with_its_notice() {
        try (var merchant = Merchant.at(service)) {
            var body = "{\"disburseData\":[{\"currency\":\"IDR\",\"amount\":10000,\"recipientId\":\""
                    + merchant.storedInIndonesia() + "\"}]}";
            var first = merchant.client().post(V1, body, "key-1").expect(201);
            assertThat(first.header("Deprecation")).isNotEmpty();
            assertReplay(merchant.client().post(V1, body, "key-1"), first);
        }
    }

    @Test
    void a_refused_request_leaves_its_key_free() {
        try (var merchant = Merchant.at(service)) {
            merchant.client().post(V2, idr(item("1234567890", "0")), "key-1").expect(400);
            merchant.client()
                    .post(V2, idr(item("1234567890", "5000000")), "key-1")
                    .expect(400);
            merchant.client()
                    .post(V2, idr(item("1234567890", "10000")), "key-1")
                    .expect(201);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "a\tb", "\"open"})
    void a_malformed_key_is_refused(String key) {
        try (var merchant = Merchant.at(service)) {
            var reply = merchant.client().post(V2, idr(item("1234567890", "10000")), key);
            assertThat(reply.status()).isEqualTo(400);
            assertThat(merchant.payouts()).isZero();
        }
    }

    @Test
    void a_key_has_a_length() {
        try (var merchant = Merchant.at(service)) {
            var body = idr(item("1234567890", "10000"));
            var reply = merchant.client().post(V2, body, "k".repeat(256)).expect(400);
            Golden.assertSame("error/idempotency-key-invalid", reply.json());
            merchant.client().post(V2, body, "k".repeat(255)).expect(201);
            merchant.client().send("POST", V2, body, Map.of()).expect(201);
            merchant.client().send("POST", V2, body, Map.of()).expect(201);
        }
    }

    @Test
    void the_same_key_at_the_same_time_pays_once_on_two_nodes() {
        try (var merchant = Merchant.at(service);
                var sibling = service.sibling();
                var elsewhere = merchant.elsewhere(sibling)) {
            var nodes = List.of(merchant.client(), elsewhere);
            var body = idr(item("1234567890", "10000"));
            for (int round = 0; round < 5; round++) {
                var key = "race-" + round;
                var created = new ArrayList<String>();
                for (var reply :
                        AtOnce.times(12, number -> nodes.get(number % 2).post(V2, body, key))) {
                    if (reply.status() == 201) {
                        created.add(reply.text());
                    } else {
                        Golden.assertSame(
                                "error/idempotency-in-progress",
                                reply.expect(409).json());
                    }
                }
                assertThat(created).isNotEmpty().containsOnly(created.getFirst());
                assertThat(merchant.payouts()).isEqualTo(round + 1);
            }
            assertThat(service.audit().faults()).isEmpty();
        }
    }

    @Test
    void an_exact_resend_of_a_signed_request_gets_the_first_answer_with_or_without_a_key() {
        var body = idr(item("1234567890", "10000"));
        var before = demoTotal();
        for (var headers : List.of(
                Map.<String, String>of(),
                Map.of("Idempotency-Key", UUID.randomUUID().toString()))) {
            var now = Instant.now().truncatedTo(ChronoUnit.MICROS);
            try (var client = service.signing()) {
                var frozen = client.at(() -> now);
                var first = frozen.send("POST", V2, body, headers).expect(201);
                assertReplay(frozen.send("POST", V2, body, headers), first);
                assertReplay(frozen.send("POST", V2, body, Map.of()), first);
                var reused = frozen.post(V2, body, "another-key").expect(409);
                Golden.assertSame("error/signature-reused", reused.json());
            }
        }
        assertThat(demoTotal()).isEqualByComparingTo(before.add(BigDecimal.TWO));
    }

    @Test
    void a_refused_signed_request_stays_refused() {
        var now = Instant.now();
        try (var client = service.signing()) {
            var frozen = client.at(() -> now);
            var body = idr(item("1234567890", "1000000000"));
            var first = frozen.post(V2, body, "refused-1").expect(400);
            assertThat(first.code()).isEqualTo("INSUFFICIENT_BALANCE");
            assertReplay(frozen.post(V2, body, "refused-1"), first);
        }
    }

    @Test
    void cancel_and_force_are_done_once_per_key() {
        try (var merchant = Merchant.at(service)) {
            var id = merchant.paid("9999000032", "10000");
            var path = "/v1/disbursement/" + id;
            var first = merchant.client()
                    .patch(path, "{\"status\":\"completed\"}", "key-1")
                    .expect(200);
            merchant.force(id, "failed").expect(200);
            assertReplay(merchant.client().patch(path, "{\"status\":\"completed\"}", "key-1"), first);
            assertThat(Merchant.text(merchant.payout(id), "status")).isEqualTo("failed");
            merchant.client().patch(path, "{\"status\":\"reversed\"}", "key-1").expect(422);
            var other = merchant.paid("9999000032", "10000");
            var cancelled = merchant.client()
                    .patch("/v1/disbursement/" + other + "/cancel", null, "key-2")
                    .expect(200);
            assertReplay(merchant.client().patch("/v1/disbursement/" + other + "/cancel", null, "key-2"), cancelled);
        }
    }
}
