package dev.sluice.bench.stage;

import dev.sluice.bench.load.Plan;
import dev.sluice.client.RequestSigner;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// API client of a merchant, with signed requests, one after the other.
final class Api implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI baseUrl;

    Api(URI baseUrl) {
        this.baseUrl = baseUrl;
    }

    /// Sends a request and returns the data of the answer.
    ///
    /// @param body JSON; may be empty
    JsonNode call(Plan.Merchant merchant, String method, String path, String body)
            throws IOException, InterruptedException {
        var timestamp = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
        var toSign = RequestSigner.stringToSign(
                merchant.clientId(), timestamp, method, path, "", body.getBytes(StandardCharsets.UTF_8));
        var request = HttpRequest.newBuilder(baseUrl.resolve(path))
                .header("Content-Type", "application/json")
                .header("X-Client-ID", merchant.clientId())
                .header("X-Timestamp", timestamp)
                .header("X-Signature", RequestSigner.signature(merchant.secret(), toSign))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException("%s %s was refused: %s".formatted(method, path, answer.body()));
        }
        return JSON.readTree(answer.body()).path("data");
    }

    @Override
    public void close() {
        http.close();
    }
}
