package dev.sluice.app;

import dev.sluice.client.Authentication;
import dev.sluice.http.Contract;
import dev.sluice.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A client of a service under test. Every exchange is checked against the contract, so that tests need not do it.
public final class TestClient implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Contract CONTRACT = Contract.load();

    private final URI base;
    private final @Nullable Authentication authentication;
    private final Supplier<Instant> clock;
    private final HttpClient http;

    private TestClient(URI base, @Nullable Authentication authentication, Supplier<Instant> clock, HttpClient http) {
        this.base = base;
        this.authentication = authentication;
        this.clock = clock;
        this.http = http;
    }

    /// Returns a client that signs every request.
    public static TestClient signing(URI base, String clientId, String secret) {
        return of(base, Authentication.signature(clientId, secret));
    }

    /// Returns a client that sends an API key.
    public static TestClient bearing(URI base, String apiKey) {
        return of(base, Authentication.apiKey(apiKey));
    }

    /// Returns a client without credentials.
    public static TestClient anonymous(URI base) {
        return of(base, null);
    }

    private static TestClient of(URI base, @Nullable Authentication authentication) {
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return new TestClient(base, authentication, Instant::now, http);
    }

    /// Returns the same client with another clock for its signatures.
    public TestClient at(Supplier<Instant> otherClock) {
        return new TestClient(base, authentication, otherClock, http);
    }

    public Reply get(String target) {
        return send("GET", target, null, Map.of());
    }

    public Reply delete(String target) {
        return send("DELETE", target, null, Map.of());
    }

    public Reply post(String target, @Nullable String json) {
        return post(target, json, UUID.randomUUID().toString());
    }

    public Reply post(String target, @Nullable String json, String idempotencyKey) {
        return send("POST", target, json, Map.of("Idempotency-Key", idempotencyKey));
    }

    public Reply patch(String target, @Nullable String json) {
        return patch(target, json, UUID.randomUUID().toString());
    }

    public Reply patch(String target, @Nullable String json, String idempotencyKey) {
        return send("PATCH", target, json, Map.of("Idempotency-Key", idempotencyKey));
    }

    /// Sends a request to a path with its query, unmodified. The given headers override those of the credentials;
    /// an empty value omits a header.
    public Reply send(String method, String target, @Nullable String json, Map<String, String> headers) {
        var body = json == null ? new byte[0] : json.getBytes(StandardCharsets.UTF_8);
        var query = target.indexOf('?');
        var path = query < 0 ? target : target.substring(0, query);
        var rawQuery = query < 0 ? "" : target.substring(query + 1);
        var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        if (json != null) {
            all.put("Content-Type", "application/json");
        }
        if (authentication != null) {
            all.putAll(authentication.headers(clock.get(), method, base.resolve(target), body));
        }
        all.putAll(headers);
        all.values().removeIf(String::isEmpty);
        var reply = exchange(method, target, body, all);
        CONTRACT.check(method, path, rawQuery, body, reply.status(), reply.headers(), reply.body());
        return reply;
    }

    private Reply exchange(String method, String target, byte[] body, Map<String, String> headers) {
        var publisher = body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
        var request = HttpRequest.newBuilder(base.resolve(target))
                .method(method, publisher)
                .timeout(TIMEOUT);
        headers.forEach(request::header);
        try {
            var response = http.send(request.build(), BodyHandlers.ofByteArray());
            return new Reply(response.statusCode(), response.headers(), response.body());
        } catch (IOException failed) {
            throw new UncheckedIOException(method + " " + target, failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        http.close();
    }

    /// One answer.
    public record Reply(int status, HttpHeaders headers, byte[] body) {
        public JsonNode json() {
            return Json.parse(body);
        }

        /// Returns the `data` of the envelope.
        public JsonNode data() {
            return json().path("data");
        }

        /// Returns the stable code of an error; empty if there is none.
        public String code() {
            return json().path("code").asString("");
        }

        public String message() {
            return json().path("message").asString("");
        }

        public String header(String name) {
            return headers.firstValue(name).orElse("");
        }

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        /// Returns the same answer if it has this status.
        ///
        /// @throws AssertionError with the answer if it has another status
        public Reply expect(int expected) {
            if (status != expected) {
                throw new AssertionError("expected " + expected + ", got " + status + ": " + text());
            }
            return this;
        }

        @Override
        public String toString() {
            return status + " " + text();
        }
    }
}
