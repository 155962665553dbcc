package dev.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.client.model.CryptoDepositCreate;
import java.math.BigDecimal;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Writes of which nobody knows whether they were done, and that none of them is taken for refused.
class OpenOutcomeTest {
    private final Loopback service = new Loopback();
    private final SluiceClient client = client(RetryPolicy.standard());

    @AfterEach
    void stop() {
        client.close();
        service.close();
    }

    private SluiceClient client(RetryPolicy retries) {
        return SluiceClient.builder()
                .baseUrl(service.uri())
                .apiKey("sk")
                .idempotencyKeys(() -> "key-1")
                .retries(retries)
                .pause(_ -> {})
                .build();
    }

    private static String error(int status, String code) {
        return "{\"statusCode\":" + status + ",\"code\":\"" + code + "\",\"message\":\"No\",\"requestId\":\"r-1\"}";
    }

    private SluiceException thrown() {
        var thrown = catchThrowableOfType(
                SluiceException.class,
                () -> client.deposits().createCrypto(CryptoDepositCreate.of("usdc-polygon", new BigDecimal("12.50"))));
        assertThat(thrown.idempotencyKey()).contains("key-1");
        return thrown;
    }

    @ParameterizedTest
    @CsvSource({
        "500, INTERNAL_ERROR",
        "502, BAD_GATEWAY",
        "503, UNAVAILABLE",
        "504, TIMEOUT",
        "409, IDEMPOTENCY_IN_PROGRESS",
    })
    void an_answer_that_does_not_say_whether_it_was_done_is_no_refusal(int status, String code) {
        IntStream.range(0, 4).forEach(_ -> service.answers(status, error(status, code)));
        var thrown = thrown();
        assertThat(thrown).isInstanceOf(NoAnswerException.class);
        assertThat(thrown.status()).isEqualTo(status);
        assertThat(thrown.code()).isEqualTo(code);
        assertThat(thrown.requestId()).contains("r-1");
        assertThat(thrown.settles()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "<html>Welcome</html>", "{}", "{\"data\":null}", "{\"data\":[{\"held\":{}}]}"})
    void a_success_that_cannot_be_read_is_no_refusal(String body) {
        service.answers(201, body);
        var thrown = thrown();
        assertThat(thrown).isInstanceOf(NoAnswerException.class);
        assertThat(thrown.code()).isEqualTo("UNREADABLE_ANSWER");
        assertThat(thrown.status()).isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource({
        "401, AUTH_BAD_SIGNATURE",
        "403, AUTH_ADDRESS",
        "403, AUTH_SCOPE",
        "400, MALFORMED_REQUEST",
        "404, NOT_FOUND",
        "405, METHOD_NOT_ALLOWED",
        "413, BODY_TOO_LARGE",
        "414, URI_TOO_LONG",
        "431, HEADERS_TOO_LARGE",
        "415, UNSUPPORTED_MEDIA_TYPE",
        "409, SIGNATURE_REUSED",
        "429, RATE_LIMITED",
        "503, RATE_UNAVAILABLE",
        "503, RAIL_UNAVAILABLE",
    })
    void what_is_refused_before_the_key_is_looked_up_says_nothing_of_a_lost_attempt(int status, String code) {
        service.loses();
        IntStream.range(0, 3).forEach(_ -> service.answers(status, error(status, code), "Retry-After", "3600"));
        var thrown = thrown();
        assertThat(thrown).isInstanceOf(NoAnswerException.class);
        assertThat(thrown.code()).isEqualTo(code);
        assertThat(thrown.retryAfter()).isPresent();
        assertThat(service.seen()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 403, 404, 408, 413})
    void a_proxy_knows_nothing_of_a_lost_attempt(int status) {
        service.loses().answers(status, "<html>");
        assertThat(thrown()).isInstanceOf(NoAnswerException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void an_attempt_whose_outcome_is_unknown_stays_so_until_the_key_is_looked_up(int last) {
        service.answers(503, error(503, "UNAVAILABLE"))
                .answers(last, error(last, last == 429 ? "RATE_LIMITED" : "RATE_UNAVAILABLE"), "Retry-After", "3600");
        assertThat(thrown()).isInstanceOf(NoAnswerException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "400, VALIDATION_FAILED",
        "400, INSUFFICIENT_BALANCE",
        "400, REFERENCE_EXISTS",
        "403, POLICY_REFUSED",
        "404, DEPOSIT_NOT_FOUND",
        "409, DEPOSIT_NOT_REFUNDABLE",
    })
    void what_is_refused_after_the_key_was_looked_up_is_refused(int status, String code) {
        service.loses().answers(503, error(503, "UNAVAILABLE")).answers(status, error(status, code));
        var thrown = thrown();
        assertThat(thrown).isNotInstanceOf(NoAnswerException.class);
        assertThat(thrown.code()).isEqualTo(code);
        assertThat(thrown.settles()).isTrue();
    }

    /// A key is kept for what was done, so that another request was done under it.
    @Test
    void a_key_of_another_request_refuses_this_one_and_does_not_say_that_nothing_was_done() {
        service.loses().answers(422, error(422, "IDEMPOTENCY_KEY_REUSED"));
        var thrown = thrown();
        assertThat(thrown).isNotInstanceOf(NoAnswerException.class);
        assertThat(thrown.settles()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":404,\"message\":\"No\"}",
                "{\"code\":\"VALIDATION_FAILED\",\"message\":\"No\"}",
                "{\"statusCode\":400,\"code\":\"VALIDATION_FAILED\",\"message\":\"No\"}",
                "{\"statusCode\":404,\"code\":\"not-found\",\"message\":\"No\"}",
            })
    void a_gateway_with_codes_of_its_own_knows_nothing_of_a_lost_attempt(String body) {
        service.loses().answers(404, body);
        var thrown = thrown();
        assertThat(thrown).isInstanceOf(NoAnswerException.class);
        assertThat(thrown.code()).isEqualTo("HTTP_404");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"data\":null}", "{\"data\":[]}", "{\"data\":{\"disbursementId\":{}}}", "{}"})
    void a_payout_that_cannot_be_read_is_no_refusal_either(String body) {
        service.answers(200, body);
        var thrown = catchThrowableOfType(
                SluiceException.class, () -> client.disbursements().cancel("p"));
        assertThat(thrown).isInstanceOf(NoAnswerException.class);
        assertThat(thrown.code()).isEqualTo("UNREADABLE_ANSWER");
    }

    @ParameterizedTest
    @CsvSource({"401, AUTH_BAD_KEY", "429, RATE_LIMITED", "503, RATE_UNAVAILABLE", "503, RAIL_UNAVAILABLE"})
    void where_no_attempt_was_lost_a_refusal_is_one(int status, String code) {
        service.answers(status, error(status, code), "Retry-After", "3600");
        var thrown = thrown();
        assertThat(thrown).isNotInstanceOf(NoAnswerException.class);
        assertThat(thrown.settles()).isFalse();
    }

    @Test
    void a_read_is_answered_as_it_is() {
        service.loses().answers(503, error(503, "UNAVAILABLE"), "Retry-After", "3600");
        var thrown = catchThrowableOfType(
                SluiceException.class, () -> client.balances().list());
        assertThat(thrown).isNotInstanceOf(NoAnswerException.class);
        assertThat(thrown.status()).isEqualTo(503);
    }

    @Test
    void without_retries_one_failure_is_enough() {
        service.answers(503, error(503, "UNAVAILABLE"));
        try (var once = client(RetryPolicy.none())) {
            var thrown = catchThrowableOfType(
                    SluiceException.class, () -> once.deposits().cancel("dep-1"));
            assertThat(thrown).isInstanceOf(NoAnswerException.class);
        }
    }
}
