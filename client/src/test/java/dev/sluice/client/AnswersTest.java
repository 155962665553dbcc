package dev.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.client.model.CryptoDisbursement;
import dev.sluice.client.model.ErrorCodes;
import dev.sluice.client.model.ErrorDetail;
import dev.sluice.client.model.FiatDepositCreate;
import dev.sluice.client.model.FiatDisbursementsCreate;
import dev.sluice.client.model.FiatPayout;
import dev.sluice.client.model.WebhookEndpointCreate;
import dev.sluice.client.model.WebhookEndpointUpdate;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What requests look like, and how answers and errors are read.
class AnswersTest {
    private final Loopback service = new Loopback();
    private final SluiceClient client = SluiceClient.builder()
            .baseUrl(service.uri() + "/")
            .apiKey("sk")
            .retries(RetryPolicy.none())
            .build();

    @AfterEach
    void stop() {
        client.close();
        service.close();
    }

    @Test
    void what_is_new_in_an_answer_is_no_fault_and_amounts_are_exact() {
        service.gives("""
                [{"currency":"eth-ethereum","assetType":"unheard-of","available":12345678901234567.123456789012345678,
                  "held":"0.1","total":1e2,"color":{"deep":[1]}}]""");
        var balance = client.balances().list().getFirst();
        assertThat(balance.assetType()).isEqualTo("unheard-of");
        assertThat(balance.available()).isEqualTo("12345678901234567.123456789012345678");
        assertThat(balance.held()).isEqualTo("0.1");
        assertThat(balance.total()).isEqualByComparingTo("100");
    }

    @Test
    void a_payout_is_of_the_kind_that_it_says() {
        service.gives("{\"disbursementId\":\"p\",\"token\":\"usdc-polygon\",\"status\":\"frozen\"}");
        var payout = client.disbursements().cancel("p");
        assertThat(payout).isInstanceOf(CryptoDisbursement.class);
        assertThat(payout.status()).isEqualTo("frozen");
        assertThat(payout.activityHistory()).isEmpty();
        assertThat(service.seen().getFirst().target()).isEqualTo("/v1/disbursement/p/cancel");
        assertThat(service.seen().getFirst().body()).isEmpty();
    }

    @Test
    void an_error_tells_everything() {
        service.answers(400, """
                {"statusCode":400,"error":"Bad Request","message":"The request is not valid","code":"VALIDATION_FAILED",
                 "details":[{"field":"disburseData[0].amount","code":"NOT_POSITIVE","message":"must be positive"},
                            {"field":"currency","code":"REQUIRED","message":"is missing"}],
                 "requestId":"req-1","timestamp":"2026-11-21T02:30:00.000Z","new":1}""");
        var request = FiatDisbursementsCreate.of("IDR", FiatPayout.to("recipient-1", new BigDecimal("1E+5")));
        var thrown = catchThrowableOfType(
                SluiceException.class, () -> client.disbursements().createFiat(request));
        assertThat(thrown.status()).isEqualTo(400);
        assertThat(thrown.code()).isEqualTo(ErrorCodes.VALIDATION_FAILED);
        assertThat(thrown.reason()).isEqualTo("The request is not valid");
        assertThat(thrown.requestId()).contains("req-1");
        assertThat(thrown.details()).hasSize(2);
        assertThat(thrown.detail("currency")).map(ErrorDetail::code).contains("REQUIRED");
        assertThat(thrown.detail("note")).isEmpty();
        assertThat(thrown)
                .hasMessage("400 VALIDATION_FAILED: The request is not valid (disburseData[0].amount must be positive;"
                        + " currency is missing) [request req-1]");
        assertThat(service.seen().getFirst().body())
                .isEqualTo("{\"currency\":\"IDR\",\"disburseData\":[{\"recipientId\":\"recipient-1\","
                        + "\"amount\":100000}]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "url is required; url is required",
                "url is required (and 1 more); url is required, types[1] is unknown",
            })
    void a_message_that_is_the_first_fault_is_not_said_twice(String reason, String faults) {
        var details = Stream.of(faults.split(", "))
                .map(fault -> fault.split(" ", 2))
                .map(fault -> "{\"field\":\"" + fault[0] + "\",\"code\":\"X\",\"message\":\"" + fault[1] + "\"}")
                .collect(Collectors.joining(","));
        service.answers(
                400,
                "{\"statusCode\":400,\"message\":\"" + reason + "\",\"code\":\"VALIDATION_FAILED\",\"details\":["
                        + details + "]}");
        var thrown = catchThrowableOfType(
                SluiceException.class, () -> client.disbursements().cancel("p"));
        assertThat(thrown.reason()).isEqualTo(reason);
        assertThat(thrown).hasMessage("400 VALIDATION_FAILED: " + faults.replace(", ", "; "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "<html>Bad Gateway</html>",
                "[]",
                "\"text\"",
                "{\"code\":{}}",
                "{\"code\":502,\"message\":\"Bad\"}",
                "{\"code\":\"BAD_GATEWAY\"}",
                "{\"statusCode\":400,\"code\":\"VALIDATION_FAILED\"}",
                "{\"statusCode\":502,\"code\":\"Bad\"}"
            })
    void an_answer_that_is_a_proxys_has_a_code_by_its_status(String body) {
        service.answers(502, body, "X-Request-Id", "req-2");
        var thrown = catchThrowableOfType(
                SluiceException.class, () -> client.balances().list());
        assertThat(thrown.code()).isEqualTo("HTTP_502");
        assertThat(thrown.requestId()).contains("req-2");
        assertThat(thrown.details()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "null", "<html>Welcome</html>", "[]", "{}", "{\"data\":null}", "{\"data\":[{\"held\":{}}]}"})
    void a_success_that_makes_no_sense_is_an_error_too(String body) {
        service.answers(200, body);
        var thrown = catchThrowableOfType(
                SluiceException.class, () -> client.balances().list());
        assertThat(thrown.code()).isEqualTo("UNREADABLE_ANSWER");
        assertThat(thrown.status()).isEqualTo(200);
    }

    @Test
    void what_the_sandbox_signed_is_told() {
        service.answers(
                401,
                "{\"statusCode\":401,\"code\":\"AUTH_BAD_SIGNATURE\",\"message\":\"No\",\"stringToSign\":\"v1\\nx\"}");
        var thrown = catchThrowableOfType(
                SluiceException.class, () -> client.balances().list());
        assertThat(thrown.stringToSign()).contains("v1\nx");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", ".."})
    void a_name_that_would_be_another_address_is_refused(String name) {
        assertThatThrownBy(() -> client.deposits().getFiat(name)).isInstanceOf(IllegalArgumentException.class);
        assertThat(service.seen()).isEmpty();
    }

    @Test
    void a_reference_of_any_characters_is_one_name() {
        service.gives("{}");
        client.deposits().getFiat("inv/2026 #7?ü");
        assertThat(service.seen().getFirst().target()).isEqualTo("/v1/deposit/fiat/inv%2F2026%20%237%3F%C3%BC");
    }

    @Test
    void the_amount_that_is_credited_is_named_by_its_kind() {
        service.gives("{}").gives("{}");
        var fiat = FiatDepositCreate.builder("IDR", "QRIS").outputAmount(new BigDecimal("5"));
        client.deposits().createFiat(fiat.outputCurrency("USD").build());
        client.deposits().createFiat(fiat.outputToken("usdc-polygon").build());
        assertThat(service.seen())
                .extracting(Loopback.Seen::body)
                .containsExactly(
                        "{\"inputCurrency\":\"IDR\",\"outputCurrency\":\"USD\",\"outputAmount\":{\"fiat\":5},"
                                + "\"balanceType\":\"fiat\",\"paymentMethod\":\"QRIS\"}",
                        "{\"inputCurrency\":\"IDR\",\"outputCurrency\":\"usdc-polygon\","
                                + "\"outputAmount\":{\"crypto\":5},\"balanceType\":\"crypto\","
                                + "\"paymentMethod\":\"QRIS\"}");
    }

    @Test
    void times_and_durations_are_sent_as_iso_8601() {
        service.gives("{\"now\":\"2026-11-21T02:30:00.123Z\",\"offset\":\"PT36H\"}")
                .gives("{}");
        var clock = client.sandbox().advanceClock(Duration.ofHours(36));
        assertThat(clock.now()).isEqualTo(Instant.parse("2026-11-21T02:30:00.123Z"));
        assertThat(clock.offset()).isEqualTo(Duration.ofHours(36));
        client.webhooks().redeliverFailedSince("w", Instant.parse("2026-11-21T02:30:00.5Z"));
        assertThat(service.seen())
                .extracting(Loopback.Seen::body)
                .containsExactly("{\"advance\":\"PT36H\"}", "{\"since\":\"2026-11-21T02:30:00.500Z\"}");
    }

    @Test
    void the_endpoints_of_webhooks_are_called_and_their_secret_is_not_shown() {
        service.gives("{\"id\":\"w\",\"url\":\"https://a.example\",\"secret\":\"whsec_hidden\",\"types\":[\"x\"]}")
                .gives("{\"id\":\"w\",\"status\":\"disabled\"}")
                .gives("{\"id\":\"w\",\"status\":\"deleted\"}");
        var created = client.webhooks()
                .create(WebhookEndpointCreate.of("https://a.example").withTypes("x"));
        assertThat(created.secret()).isEqualTo("whsec_hidden");
        assertThat(created).asString().doesNotContain("hidden");
        client.webhooks().update("w", WebhookEndpointUpdate.nothing().withStatus("disabled"));
        client.webhooks().delete("w");
        assertThat(service.seen())
                .extracting(each -> each.method() + " " + each.target() + " " + each.body())
                .containsExactly(
                        "POST /v1/webhook/endpoint {\"url\":\"https://a.example\",\"types\":[\"x\"]}",
                        "PATCH /v1/webhook/endpoint/w {\"status\":\"disabled\"}",
                        "DELETE /v1/webhook/endpoint/w ");
        assertThat(service.seen().getLast().header("Idempotency-Key")).isNotEmpty();
    }

    @Test
    void settings_make_a_client_and_what_is_missing_is_named() {
        service.gives("[]").gives("[]");
        var url = service.uri().toString();
        try (var signing = SluiceClient.of(
                        Map.of("SLUICE_BASE_URL", url, "SLUICE_CLIENT_ID", "c", "SLUICE_CLIENT_SECRET", "s"));
                var bearing = SluiceClient.of(Map.of("SLUICE_BASE_URL", url, "SLUICE_API_KEY", "k"))) {
            signing.balances().list();
            bearing.balances().list();
        }
        assertThat(service.seen().getFirst().header("X-Client-ID")).isEqualTo("c");
        assertThat(service.seen().getLast().header("Authorization")).isEqualTo("Bearer k");
        assertThatThrownBy(() -> SluiceClient.of(Map.of())).hasMessage("SLUICE_BASE_URL is not set");
        assertThatThrownBy(() -> SluiceClient.of(Map.of("SLUICE_BASE_URL", url, "SLUICE_CLIENT_ID", "c")))
                .hasMessage("SLUICE_CLIENT_SECRET is not set");
        assertThatThrownBy(() -> SluiceClient.builder().build()).hasMessageContaining("baseUrl");
        assertThatThrownBy(() -> SluiceClient.builder().baseUrl("pay.example.com"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
