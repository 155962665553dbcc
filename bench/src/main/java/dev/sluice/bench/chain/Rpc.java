package dev.sluice.bench.chain;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Minimal JSON-RPC client.
final class Rpc {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int OK = 200;
    private static final String RESULT = "\"result\"";
    /// Length of the prefix that shows if an answer is a result.
    private static final int HEAD_BYTES = 64;

    private static final JsonMapper JSON = new JsonMapper();

    private final URI url;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Rpc(URI url) {
        this.url = url;
    }

    /// A method and its parameters.
    record Call(String method, List<?> params) {
        static Call of(String method, Object... params) {
            return new Call(method, List.of(params));
        }

        private Map<String, Object> named(int id) {
            return Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", params);
        }

        String body() {
            return JSON.writeValueAsString(named(1));
        }
    }

    /// Calls a method and returns its result.
    JsonNode call(String method, Object... params) throws IOException, InterruptedException {
        return result(JSON.readTree(sent(Call.of(method, params).body())));
    }

    /// Calls several methods in one batch request, in this order, and returns their results.
    List<JsonNode> call(List<Call> calls) throws IOException, InterruptedException {
        var named = new ArrayList<Map<String, Object>>(calls.size());
        for (var call : calls) {
            named.add(call.named(named.size() + 1));
        }
        var results = new ArrayList<JsonNode>(calls.size());
        for (var answer : JSON.readTree(sent(JSON.writeValueAsString(named))).values()) {
            results.add(result(answer));
        }
        return results;
    }

    /// Sends a request, and checks only that the answer is a result.
    void fetch(String body) throws IOException, InterruptedException {
        var answer = sent(body);
        var head = new String(answer, 0, Math.min(HEAD_BYTES, answer.length), StandardCharsets.US_ASCII);
        if (!head.contains(RESULT)) {
            throw new IOException("no result: " + new String(answer, StandardCharsets.UTF_8));
        }
    }

    private byte[] sent(String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(url)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        var response = client.send(request, BodyHandlers.ofByteArray());
        if (response.statusCode() != OK) {
            throw new IOException("the node answered " + response.statusCode());
        }
        return response.body();
    }

    private static JsonNode result(JsonNode answer) throws IOException {
        var result = answer.get("result");
        if (result == null) {
            throw new IOException("no result: " + answer);
        }
        return result;
    }
}
