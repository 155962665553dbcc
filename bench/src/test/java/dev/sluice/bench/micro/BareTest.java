package dev.sluice.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.client.RequestSigner;
import io.helidon.webserver.WebServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BareTest {
    private static WebServer server;

    @BeforeAll
    static void start() {
        server = Bare.start("client", "secret");
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    @Test
    void a_signed_request_is_answered_with_a_payout() throws Exception {
        var answer = get("secret");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.body()).contains("\"disbursementId\"").hasSizeBetween(1_200, 1_500);
    }

    @Test
    void a_wrong_signature_is_refused() throws Exception {
        assertThat(get("guess").statusCode()).isEqualTo(401);
    }

    private static HttpResponse<String> get(String secret) throws Exception {
        var timestamp = Instant.now().toString();
        var text = RequestSigner.stringToSign("client", timestamp, "GET", Bare.PATH, "", new byte[0]);
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + Bare.PATH))
                .header("X-Client-ID", "client")
                .header("X-Timestamp", timestamp)
                .header("X-Signature", RequestSigner.signature(secret, text))
                .build();
        try (var http = HttpClient.newHttpClient()) {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
