package dev.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/// The published vectors: what a client computes and sends.
class RequestSignerTest {
    @TestFactory
    Stream<DynamicTest> every_vector_is_what_is_signed() throws IOException {
        return vectors()
                .valueStream()
                .map(each -> DynamicTest.dynamicTest(text(each, "name"), () -> {
                    var body = body(each);
                    var signed = RequestSigner.stringToSign(
                            text(each, "clientId"),
                            text(each, "timestamp"),
                            text(each, "method"),
                            text(each, "path"),
                            text(each, "query"),
                            body);
                    assertThat(RequestSigner.sha256Hex(body)).isEqualTo(text(each, "bodySha256"));
                    assertThat(signed).isEqualTo(text(each, "stringToSign"));
                    assertThat(RequestSigner.signature(text(each, "secret"), signed))
                            .isEqualTo(text(each, "signature"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> every_vector_is_what_is_sent() throws IOException {
        return vectors()
                .valueStream()
                .filter(each -> text(each, "timestamp").endsWith("Z"))
                .filter(each ->
                        Instant.parse(text(each, "timestamp")).toString().equals(text(each, "timestamp")))
                .map(each -> DynamicTest.dynamicTest(text(each, "name"), () -> {
                    var query = text(each, "query");
                    var target = text(each, "path") + (query.isEmpty() ? "" : "?" + query);
                    var sent = Authentication.signature(text(each, "clientId"), text(each, "secret"))
                            .headers(
                                    Instant.parse(text(each, "timestamp")),
                                    text(each, "method"),
                                    URI.create("https://pay.example.com" + target),
                                    body(each));
                    assertThat(sent)
                            .containsEntry("X-Client-ID", text(each, "clientId"))
                            .containsEntry("X-Timestamp", text(each, "timestamp"))
                            .containsEntry("X-Signature", text(each, "signature"));
                }));
    }

    @Test
    void no_secret_is_shown() {
        assertThat(Authentication.signature("client", "hidden")).asString().doesNotContain("hidden");
        assertThat(Authentication.apiKey("hidden")).asString().doesNotContain("hidden");
    }

    private static JsonNode vectors() throws IOException {
        try (var file = RequestSignerTest.class.getResourceAsStream("/api/signing-vectors.json")) {
            return Wire.tree(Objects.requireNonNull(file).readAllBytes());
        }
    }

    private static byte[] body(JsonNode vector) {
        return text(vector, "body").getBytes(StandardCharsets.UTF_8);
    }

    private static String text(JsonNode vector, String field) {
        return vector.get(field).asString();
    }
}
