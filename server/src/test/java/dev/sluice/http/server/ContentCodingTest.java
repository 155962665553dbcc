package dev.sluice.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Envelope;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.http.Wire;
import dev.sluice.refusal.Refusal;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Bodies with a content coding (RFC 9110, 8.4).
class ContentCodingTest {
    private static final String LENGTH = "Content-Length: 3\r\n\r\nabc";
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
    private static Server server;

    @BeforeAll
    static void start() {
        var envelope = new Envelope(InstantSource.system());
        server = ServerTest.listen(List.of(new Route(
                Method.POST,
                "/thing",
                request -> envelope.ok(request, "ok", new JsonObject().put("bytes", request.body().length)))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Wire.Response post(String coding, String rest) {
        try (var wire = new Wire(server.port())) {
            return wire.send("POST /thing HTTP/1.1\r\nHost: x\r\nContent-Encoding: " + coding + "\r\n" + rest)
                    .receive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br", "GZIP", "identity, gzip"})
    void a_coded_body_is_refused_and_told_what_is_taken(String coding) {
        for (var rest : List.of(LENGTH, CHUNKED)) {
            var response = post(coding, rest);
            assertThat(response.status()).isEqualTo(415);
            assertThat(response.headers())
                    .containsEntry("accept-encoding", "identity")
                    .containsEntry("content-type", "application/json");
            var body = response.json();
            assertThat(body.path("statusCode").intValue()).isEqualTo(415);
            assertThat(body.path("error").stringValue()).isEqualTo("Unsupported Media Type");
            assertThat(body.path("message").stringValue()).contains("Content-Encoding");
            assertThat(body.path("code").stringValue()).isEqualTo(Refusal.UNSUPPORTED_MEDIA_TYPE.code());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "Identity"})
    void a_body_that_says_it_is_not_coded_is_taken(String coding) {
        for (var rest : List.of(LENGTH, CHUNKED)) {
            var response = post(coding, rest);
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.json().path("data").path("bytes").intValue()).isEqualTo(3);
        }
    }

    @Test
    void a_coding_of_no_body_is_of_no_account() {
        assertThat(post("gzip", "Content-Length: 0\r\n\r\n").status()).isEqualTo(200);
    }
}
