package dev.sluice.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.client.RequestSigner;
import dev.sluice.http.Json;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.text.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/// Published test vectors, checked by the client's signing and the service's verification.
final class SigningVectorsTest {
    @Test
    void there_are_at_least_ten() throws IOException {
        assertThat(vectors().size()).isGreaterThanOrEqualTo(10);
    }

    @TestFactory
    Stream<DynamicTest> every_vector_is_what_we_sign_and_accept() throws IOException {
        return vectors()
                .valueStream()
                .map(each -> DynamicTest.dynamicTest(text(each, "name"), () -> {
                    var body = text(each, "body").getBytes(StandardCharsets.UTF_8);
                    var signed = RequestSigner.stringToSign(
                            text(each, "clientId"),
                            text(each, "timestamp"),
                            text(each, "method"),
                            text(each, "path"),
                            text(each, "query"),
                            body);
                    assertThat(signed).isEqualTo(text(each, "stringToSign")).endsWith(text(each, "bodySha256"));
                    assertThat(RequestSigner.signature(text(each, "secret"), signed))
                            .isEqualTo(text(each, "signature"));
                    assertThat(verified(each, body)).isEqualTo(Sha256.of(signed));
                }));
    }

    private static byte[] verified(JsonNode each, byte[] body) {
        var request = new Request(
                "vector",
                Method.valueOf(text(each, "method")),
                text(each, "path"),
                text(each, "query"),
                body,
                "127.0.0.1",
                Map.of(),
                _ -> null);
        var client = new ApiClient(
                UUID.randomUUID(),
                UUID.randomUUID(),
                text(each, "clientId"),
                "vector",
                Scope.ALL,
                Allowlist.ANY,
                List.of(),
                Optional.empty(),
                true);
        var secret = new ApiClients.OpenSecret(text(each, "secret"), Optional.empty());
        var when = SignedTime.parse(text(each, "timestamp")).orElseThrow();
        return new Signatures(InstantSource.fixed(when), true)
                .verify(
                        request,
                        new ApiClients.Signer(client, List.of(secret)),
                        text(each, "timestamp"),
                        text(each, "signature"))
                .digest();
    }

    private static JsonNode vectors() throws IOException {
        try (var file = SigningVectorsTest.class.getResourceAsStream("/api/signing-vectors.json")) {
            return Json.parse(Objects.requireNonNull(file).readAllBytes());
        }
    }

    private static String text(JsonNode vector, String field) {
        return vector.get(field).asString();
    }
}
