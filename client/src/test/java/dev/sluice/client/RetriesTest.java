package dev.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.client.model.CryptoDepositCreate;
import dev.sluice.client.model.RecipientQuery;
import java.math.BigDecimal;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is sent again, how, and after how long; against a service on this machine that fails as it is told.
class RetriesTest {
    private static final Instant NOW = Instant.parse("2026-11-21T02:30:00Z");
    private static final String DEPOSIT = "{\"depositId\":\"dep-1\",\"status\":\"pending\"}";
    private static final Duration LONG = Duration.ofSeconds(60);

    private final Loopback service = new Loopback();
    private final List<Duration> pauses = new ArrayList<>();

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void each_attempt_of_a_write_has_the_same_key_and_body_and_a_signature_of_its_own() {
        service.loses().answers(503, "").breaksOff().gives(DEPOSIT);
        try (var client = client(LONG)) {
            assertThat(created(client)).isEqualTo("dep-1");
        }
        assertThat(service.seen()).hasSize(4);
        assertThat(service.seen())
                .extracting(each -> each.header("Idempotency-Key"))
                .containsOnly("key-1");
        assertThat(service.seen())
                .extracting(Loopback.Seen::body)
                .containsOnly("{\"inputCurrency\":\"usdc-polygon\",\"inputAmount\":12.50}");
        assertThat(service.seen())
                .extracting(each -> each.header("X-Timestamp"))
                .doesNotHaveDuplicates();
        assertThat(service.seen())
                .extracting(each -> each.header("X-Signature"))
                .doesNotHaveDuplicates();
        assertThat(service.seen()).allSatisfy(each -> {
            var text = RequestSigner.stringToSign(
                    "client-1",
                    each.header("X-Timestamp"),
                    "POST",
                    "/v1/deposit/crypto",
                    "",
                    each.body().getBytes());
            assertThat(each.header("X-Signature")).isEqualTo(RequestSigner.signature("secret-1", text));
        });
    }

    @Test
    void two_writes_have_different_keys_and_one_that_is_given_is_used() {
        service.gives(DEPOSIT).gives(DEPOSIT).gives(DEPOSIT);
        try (var client = client(LONG)) {
            created(client);
            created(client);
            try (var mine = client.withIdempotencyKey("order-7")) {
                created(mine);
            }
        }
        assertThat(service.seen())
                .extracting(each -> each.header("Idempotency-Key"))
                .containsExactly("key-1", "key-2", "order-7");
    }

    @Test
    void a_random_key_is_made_unless_another_source_is_given() {
        service.gives(DEPOSIT).gives(DEPOSIT);
        try (var client =
                SluiceClient.builder().baseUrl(service.uri()).apiKey("sk").build()) {
            created(client);
            created(client);
        }
        assertThat(service.seen())
                .extracting(each -> each.header("Idempotency-Key"))
                .doesNotHaveDuplicates()
                .allMatch(key -> key.matches("[0-9a-f-]{36}"));
        assertThat(service.seen())
                .extracting(each -> each.header("Authorization"))
                .containsOnly("Bearer sk");
    }

    @Test
    void reads_have_no_key() {
        service.answers(502, "<html>").gives("[]");
        try (var client = client(LONG)) {
            assertThat(client.balances().list()).isEmpty();
        }
        assertThat(service.seen()).hasSize(2);
        assertThat(service.seen())
                .extracting(each -> each.header("Idempotency-Key"))
                .containsOnly("");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void what_may_pass_is_sent_again(int status) {
        service.answers(status, "").gives(DEPOSIT);
        try (var client = client(LONG)) {
            assertThat(created(client)).isEqualTo("dep-1");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 400, 401, 403, 404, 409, 413, 415, 422, 500, 501})
    void what_will_not_pass_is_thrown_at_once(int status) {
        service.answers(status, "{\"statusCode\":" + status + ",\"code\":\"SOME_CODE\",\"message\":\"No\"}");
        try (var client = client(LONG)) {
            var thrown = catchThrowableOfType(SluiceException.class, () -> created(client));
            assertThat(thrown.status()).isEqualTo(status);
            assertThat(thrown.code()).isEqualTo("SOME_CODE");
        }
        assertThat(service.seen()).hasSize(1);
        assertThat(pauses).isEmpty();
    }

    @Test
    void an_earlier_attempt_that_is_still_at_work_is_waited_for() {
        service.loses()
                .answers(409, "{\"statusCode\":409,\"code\":\"IDEMPOTENCY_IN_PROGRESS\",\"message\":\"Running\"}")
                .gives(DEPOSIT);
        try (var client = client(LONG)) {
            assertThat(created(client)).isEqualTo("dep-1");
        }
    }

    @Test
    void an_answer_that_does_not_come_is_given_up_and_asked_for_again() {
        service.hangs().gives(DEPOSIT).gives(DEPOSIT).gives(DEPOSIT);
        try (var client = client(Duration.ofSeconds(2))) {
            assertThat(created(client)).isEqualTo("dep-1");
        }
        assertThat(service.seen())
                .extracting(each -> each.header("Idempotency-Key"))
                .containsOnly("key-1");
    }

    @Test
    void an_answer_that_does_not_end_is_given_up_too() {
        service.trickles().gives(DEPOSIT).gives(DEPOSIT).gives(DEPOSIT);
        try (var client = client(Duration.ofSeconds(2))) {
            assertThat(created(client)).isEqualTo("dep-1");
        }
    }

    @Test
    void after_the_last_attempt_the_key_is_told_for_sending_again() {
        service.loses().loses().loses().loses().gives(DEPOSIT);
        try (var client = client(LONG)) {
            var thrown = catchThrowableOfType(NoAnswerException.class, () -> created(client));
            assertThat(thrown.status()).isZero();
            assertThat(thrown.code()).isEqualTo("NO_ANSWER");
            assertThat(thrown.idempotencyKey()).contains("key-1");
            assertThat(thrown).hasMessageContaining("/v1/deposit/crypto").hasNoSuppressedExceptions();
            assertThat(service.seen()).hasSize(4);
            assertThat(pauses).hasSize(3);
        }
    }

    @Test
    void the_last_refusal_is_what_is_thrown() {
        IntStream.range(0, 4).forEach(_ -> service.answers(503, """
                {"statusCode":503,"code":"UNAVAILABLE","message":"Away","requestId":"r-1"}"""));
        try (var client = client(LONG)) {
            var thrown = catchThrowableOfType(SluiceException.class, () -> created(client));
            assertThat(thrown.status()).isEqualTo(503);
            assertThat(thrown.requestId()).contains("r-1");
            assertThat(thrown.idempotencyKey()).contains("key-1");
        }
        assertThat(service.seen()).hasSize(4);
    }

    @Test
    void a_service_that_is_not_there_is_tried_again() throws Exception {
        int port;
        try (var taken = new ServerSocket(0)) {
            port = taken.getLocalPort();
        }
        try (var client = builder(LONG).baseUrl("http://127.0.0.1:" + port).build()) {
            assertThatThrownBy(() -> client.balances().list()).isInstanceOf(NoAnswerException.class);
        }
        assertThat(pauses).hasSize(3);
    }

    @Test
    void without_a_policy_of_sending_again_there_is_one_attempt() {
        service.answers(503, "").gives(DEPOSIT);
        try (var client = builder(LONG).retries(RetryPolicy.none()).build()) {
            assertThatThrownBy(() -> created(client)).hasMessageContaining("HTTP_503");
        }
        assertThat(service.seen()).hasSize(1);
    }

    @Test
    void the_service_is_waited_for_as_long_as_it_asks() {
        var date =
                DateTimeFormatter.RFC_1123_DATE_TIME.format(NOW.plusSeconds(20).atOffset(ZoneOffset.UTC));
        service.answers(429, "", "Retry-After", "7")
                .answers(503, "", "Retry-After", date)
                .answers(503, "", "Retry-After", "whenever")
                .gives(DEPOSIT);
        try (var client = client(LONG)) {
            created(client);
        }
        assertThat(pauses.get(0)).isBetween(Duration.ofSeconds(7), Duration.ofSeconds(8));
        assertThat(pauses.get(1)).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(21));
        assertThat(pauses.get(2)).isLessThan(Duration.ofSeconds(8));
    }

    @Test
    void a_wait_that_is_too_long_is_left_to_the_caller() {
        service.answers(
                429, "{\"statusCode\":429,\"code\":\"RATE_LIMITED\",\"message\":\"Slow\"}", "Retry-After", "3600");
        try (var client = client(LONG)) {
            var thrown = catchThrowableOfType(SluiceException.class, () -> created(client));
            assertThat(thrown.retryAfter()).contains(Duration.ofHours(1));
        }
        assertThat(service.seen()).hasSize(1);
    }

    @Test
    void pauses_double_with_jitter_up_to_a_bound() {
        var policy = new RetryPolicy(40, Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(5));
        var expected = List.of(100L, 200L, 400L, 800L, 1000L, 1000L);
        for (int attempt = 1; attempt <= expected.size(); attempt++) {
            var most = Duration.ofMillis(expected.get(attempt - 1));
            assertThat(policy.pauseAfter(attempt, () -> 0L)).isEqualTo(most);
            for (long seed = 1; seed <= 20; seed++) {
                long bits = seed * 0x9E3779B97F4A7C15L;
                assertThat(policy.pauseAfter(attempt, () -> bits)).isBetween(most.dividedBy(2), most);
            }
        }
        assertThat(policy.pauseAfter(Integer.MAX_VALUE, () -> 0L)).isEqualTo(Duration.ofSeconds(1));
        assertThatThrownBy(() -> policy.withAttemptsMax(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void an_interrupt_ends_the_attempts_and_is_kept() {
        service.answers(503, "");
        try (var client = builder(LONG)
                .pause(_ -> {
                    throw new InterruptedException();
                })
                .build()) {
            assertThatThrownBy(() -> created(client)).isInstanceOf(NoAnswerException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(service.seen()).hasSize(1);
    }

    @Test
    void requests_of_many_threads_are_never_signed_in_the_same_instant() {
        int requests = 64;
        IntStream.range(0, requests).forEach(_ -> service.gives("[]"));
        try (var client = client(LONG)) {
            IntStream.range(0, requests)
                    .parallel()
                    .forEach(_ -> client.balances().list());
        }
        assertThat(service.seen()).hasSize(requests);
        assertThat(service.seen())
                .extracting(each -> each.header("X-Timestamp"))
                .doesNotHaveDuplicates();
    }

    @Test
    void a_raw_exchange_is_sent_once_as_it_stands() throws Exception {
        service.answers(503, "away").gives("{}").gives("{}");
        try (var client = client(LONG)) {
            var body = "{\"a\" : 1}";
            var answer = client.exchange("POST", "/v1/any%2Fthing?b=2&a=%20", body.getBytes(), Map.of("Accept", "x/y"));
            assertThat(answer.statusCode()).isEqualTo(503);
            var seen = service.seen().getFirst();
            assertThat(seen.target()).isEqualTo("/v1/any%2Fthing?b=2&a=%20");
            assertThat(seen.body()).isEqualTo(body);
            assertThat(seen.header("Accept")).isEqualTo("x/y");
            assertThat(seen.header("Idempotency-Key")).isEqualTo("key-1");
            for (var name : List.of("Idempotency-Key", "idempotency-key")) {
                client.exchange("PATCH", "/v1/any", new byte[0], Map.of(name, "mine"));
                assertThat(service.seen().getLast().header("Idempotency-Key")).isEqualTo("mine");
            }
        }
        assertThat(service.seen()).hasSize(3);
    }

    @Test
    void what_is_sent_is_what_is_signed_whatever_the_parameters_say() {
        service.gives("{\"docs\":[],\"hasNextPage\":false}");
        try (var client = client(LONG)) {
            assertThat(client.recipients().list(RecipientQuery.all().search("Zoë & Søn/100%+")))
                    .isEmpty();
        }
        var seen = service.seen().getFirst();
        assertThat(seen.target())
                .isEqualTo("/v1/recipient?search=Zo%C3%AB%20%26%20S%C3%B8n%2F100%25%2B&limit=100&page=1");
        var text = RequestSigner.stringToSign(
                "client-1",
                seen.header("X-Timestamp"),
                "GET",
                "/v1/recipient",
                seen.target().substring(seen.target().indexOf('?') + 1),
                new byte[0]);
        assertThat(seen.header("X-Signature")).isEqualTo(RequestSigner.signature("secret-1", text));
    }

    private static String created(SluiceClient client) {
        return client.deposits()
                .createCrypto(CryptoDepositCreate.of("usdc-polygon", new BigDecimal("12.50")))
                .depositId();
    }

    private SluiceClient client(Duration timeout) {
        return builder(timeout).build();
    }

    /// Pauses are written down instead of waited for.
    private SluiceClient.Builder builder(Duration timeout) {
        var keys = IntStream.iterate(1, each -> each + 1)
                .mapToObj(each -> "key-" + each)
                .iterator();
        return SluiceClient.builder()
                .baseUrl(service.uri())
                .signature("client-1", "secret-1")
                .clock(InstantSource.fixed(NOW))
                .timeout(timeout)
                .idempotencyKeys(keys::next)
                .pause(pauses::add);
    }
}
