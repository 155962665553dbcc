package dev.sluice.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.app.TestService;
import dev.sluice.http.Wire;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Requests that the web server itself refuses get the service's error body, and its reason in the status line.
class TransportRefusalsTest {
    private static final String LONG = "x".repeat(17 * 1024);

    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    record Case(String golden, int status, String request) {
        @Override
        public String toString() {
            return golden;
        }
    }

    static List<Case> cases() {
        return List.of(
                new Case("malformed-request", 400, "GET\r\n\r\n"),
                new Case("uri-too-long", 414, "GET /v1/balance?" + LONG + " HTTP/1.1\r\nHost: x\r\n\r\n"),
                new Case("headers-too-large", 431, "GET /v1/balance HTTP/1.1\r\nHost: x\r\nX: " + LONG + "\r\n\r\n"),
                new Case(
                        "transfer-encoding-unsupported",
                        501,
                        "POST /v2/disbursement/fiat HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"),
                new Case("http-version-unsupported", 505, "GET /v1/balance HTTP/1.0\r\nHost: x\r\n\r\n"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void it_has_the_error_body_of_all_others(Case refused) {
        try (var wire = new Wire(service.baseUrl().getPort())) {
            var response = wire.send(refused.request()).receive();
            assertThat(response.status()).isEqualTo(refused.status());
            assertThat(response.reason())
                    .isEqualTo(response.json().path("error").asString());
            assertThat(response.headers()).containsKey("x-request-id");
            Golden.assertSame("error/" + refused.golden(), response.json());
        }
    }
}
