package dev.sluice.auth;

import dev.sluice.client.RequestSigner;
import dev.sluice.http.Json;
import dev.sluice.http.server.Server;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A request as a merchant's program builds it, modified by the test.
final class Call {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final String method;
    private final String target;
    private final String body;
    private final Map<String, String> headers = new LinkedHashMap<>();

    Call(String method, String target, String body) {
        this.method = method;
        this.target = target;
        this.body = body;
        if (!body.isEmpty()) {
            headers.put("Content-Type", "application/json");
        }
    }

    static Call get(String target) {
        return new Call("GET", target, "");
    }

    static Call post(String target, String body) {
        return new Call("POST", target, body);
    }

    /// @param value value of the header; several lines repeat the header
    Call with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    Call from(String address) {
        return with("X-Forwarded-For", address);
    }

    Call key(String idempotencyKey) {
        return with("Idempotency-Key", idempotencyKey);
    }

    Call withoutKey() {
        headers.remove("Idempotency-Key");
        return this;
    }

    Call bearer(String token) {
        return with("Authorization", "Bearer " + token);
    }

    Call signed(ApiClient.WithSecret client) {
        return signed(client, Instant.now().toString());
    }

    Call signed(ApiClient.WithSecret client, String timestamp) {
        var id = client.client().clientId();
        return with("X-Client-ID", id)
                .with("X-Timestamp", timestamp)
                .with("X-Signature", RequestSigner.signature(client.secret(), text(id, timestamp)));
    }

    String text(String clientId, String timestamp) {
        var uri = URI.create(target);
        var query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
        return RequestSigner.stringToSign(
                clientId, timestamp, method, uri.getRawPath(), query, body.getBytes(StandardCharsets.UTF_8));
    }

    String header(String name) {
        return headers.getOrDefault(name, "");
    }

    Reply send(Server server) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + target))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        headers.forEach((name, values) -> values.lines().forEach(value -> request.header(name, value)));
        try {
            return new Reply(HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /// An answer: its status, `code` and headers.
    record Reply(HttpResponse<byte[]> response) {
        int status() {
            return response.statusCode();
        }

        JsonNode json() {
            return Json.parse(response.body());
        }

        String code() {
            return json().path("code").asString("");
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        String bytes() {
            return new String(response.body(), StandardCharsets.UTF_8);
        }

        /// Returns status and code as one text, such as `401 AUTH_MISSING`.
        String outcome() {
            return code().isEmpty() ? String.valueOf(status()) : status() + " " + code();
        }
    }
}
