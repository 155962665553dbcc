package dev.sluice.cli;

import dev.sluice.client.RequestSigner;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Timestamps;
import dev.sluice.refusal.Refused;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The service as the commands speak to it: signed requests, and the `data` of what it answers.
final class Remote implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int KEY_BYTES = 16;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;

    private final String base;
    private final String clientId;
    private final String secret;
    private final InstantSource clock;
    private final SecureRandom random;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();

    private Remote(Credentials credentials, Program program) throws IOException {
        this.base = credentials.get("SLUICE_BASE_URL");
        this.clientId = credentials.get("SLUICE_CLIENT_ID");
        this.secret = credentials.get("SLUICE_CLIENT_SECRET");
        this.clock = program.clock();
        this.random = program.random();
    }

    static Remote of(Program program) throws Exception {
        return new Remote(Credentials.of(program), program);
    }

    JsonNode get(String target) throws IOException, InterruptedException {
        return send("GET", target, null);
    }

    /// @param json the body; none where it is null
    /// @throws Away where nobody answers, or the service cannot for now
    /// @throws Declined where it is the request's fault
    JsonNode send(String method, String target, @Nullable JsonObject json) throws IOException, InterruptedException {
        var answer = answer(request(method, target, json == null ? new byte[0] : Json.bytes(json)));
        int status = answer.statusCode();
        if (status / 100 == 2) {
            return parsed(answer).path("data");
        }
        if (status >= SERVER_ERROR || status == TOO_MANY_REQUESTS) {
            throw new Away(base + " answers " + status, null);
        }
        throw new Declined(status, parsed(answer));
    }

    private HttpRequest request(String method, String target, byte[] body) {
        var uri = URI.create(base + target);
        var builder = HttpRequest.newBuilder(uri)
                .timeout(TIMEOUT)
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                .header("Accept", "application/json");
        if (body.length > 0) {
            builder.header("Content-Type", "application/json");
        }
        if (!method.equals("GET")) {
            builder.header("Idempotency-Key", key());
        }
        var timestamp = Timestamps.text(clock.instant());
        var query = Optional.ofNullable(uri.getRawQuery()).orElse("");
        var text = RequestSigner.stringToSign(clientId, timestamp, method, uri.getRawPath(), query, body);
        return builder.header("X-Client-ID", clientId)
                .header("X-Timestamp", timestamp)
                .header("X-Signature", RequestSigner.signature(secret, text))
                .build();
    }

    private String key() {
        var bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private HttpResponse<byte[]> answer(HttpRequest request) throws Away, InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException broken) {
            throw new Away("nobody answers at " + base + ": is the service running? (./sluice serve)", broken);
        }
    }

    private JsonNode parsed(HttpResponse<byte[]> answer) throws IOException {
        try {
            return Json.parse(answer.body());
        } catch (Refused noJson) {
            throw new IOException(base + " answers " + answer.statusCode() + ", which is not Sluice's", noJson);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    /// Nobody answers, or only that it cannot be done now: the same may work later.
    static final class Away extends IOException {
        private static final long serialVersionUID = 1L;

        Away(String message, @Nullable IOException cause) {
            super(message, cause);
        }
    }

    /// A refusal: the same will be refused again.
    static final class Declined extends IOException {
        private static final long serialVersionUID = 1L;

        private final String code;

        Declined(int status, JsonNode answer) {
            super(status + " " + answer.path("code").asString("") + ": "
                    + answer.path("message").asString("") + details(answer));
            this.code = answer.path("code").asString("");
        }

        String code() {
            return code;
        }

        private static String details(JsonNode answer) {
            return answer.path("details")
                    .valueStream()
                    .map(each -> "; " + each.path("field").asString("") + " "
                            + each.path("message").asString(""))
                    .collect(Collectors.joining());
        }
    }
}
