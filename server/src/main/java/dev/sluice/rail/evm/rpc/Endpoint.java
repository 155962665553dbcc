package dev.sluice.rail.evm.rpc;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.rail.evm.Hex;
import dev.sluice.refusal.Refused;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// JSON-RPC endpoint of a network. It is used once it has returned the right chain id, and rests for a while after a
/// failure. Its path and user may be secret, so that only its host is ever shown.
final class Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);
    private static final Duration REST = Duration.ofSeconds(5);
    private static final Duration REST_OF_STRANGER = Duration.ofSeconds(60);
    private static final long BODY_BYTES_MAX = 64L << 20;
    private static final int REASON_LENGTH_MAX = 1_000;
    private static final int CHAIN_LENGTH_MAX = 66;
    private static final String NO_REASON = "no reason given";
    private static final int OK = 200;
    private static final int TOO_LARGE = 413;
    private static final Set<Integer> TURNED_AWAY = Set.of(401, 403, 429);

    private final URI url;
    private final long chainId;
    private final HttpClient client;
    private final Duration timeout;
    private final InstantSource time;
    private final AtomicInteger ids = new AtomicInteger();
    private volatile boolean checked;
    private volatile Instant restsUntil = Instant.MIN;

    Endpoint(URI url, long chainId, HttpClient client, Duration timeout, InstantSource time) {
        this.url = url;
        this.chainId = chainId;
        this.client = client;
        this.timeout = timeout;
        this.time = time;
    }

    boolean rests() {
        return time.instant().isBefore(restsUntil);
    }

    /// Returns the result of a method.
    ///
    /// @throws RpcUnavailable if the endpoint gives no usable answer
    /// @throws RpcError if the node refuses
    JsonNode call(String method, List<?> params) {
        if (!checked) {
            check();
        }
        return send(method, params);
    }

    private void check() {
        var answer = send("eth_chainId", List.of());
        var named = answer.isString() && answer.stringValue().length() <= CHAIN_LENGTH_MAX
                ? answer.stringValue()
                : "nothing";
        if (!named.equalsIgnoreCase(Hex.quantity(chainId))) {
            restsUntil = time.instant().plus(REST_OF_STRANGER);
            LOG.error("endpoint {} has chain ID {} instead of {}: it is not used", this, named, chainId);
            throw new RpcUnavailable(this + " is on chain " + named + ", not " + chainId);
        }
        checked = true;
    }

    private JsonNode send(String method, List<?> params) {
        var request = new JsonObject()
                .put("jsonrpc", "2.0")
                .put("id", ids.incrementAndGet())
                .put("method", method)
                .put("params", params);
        try {
            var response = sent(request(Json.bytes(request)));
            return result(method, response.statusCode(), response.body());
        } catch (IOException broken) {
            throw away(method + " got no answer: " + broken.getClass().getSimpleName() + " " + broken.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RpcUnavailable("interrupted");
        }
    }

    /// A kept-alive connection may have been closed by the server. Every request may be sent twice.
    private HttpResponse<byte[]> sent(HttpRequest request) throws IOException, InterruptedException {
        var bounded = BodyHandlers.limiting(BodyHandlers.ofByteArray(), BODY_BYTES_MAX);
        try {
            return client.send(request, bounded);
        } catch (HttpTimeoutException | ConnectException away) {
            throw away;
        } catch (IOException broken) {
            return client.send(request, bounded);
        }
    }

    private JsonNode result(String method, int status, byte[] body) {
        if (TURNED_AWAY.contains(status)) {
            throw away(method + " was answered " + status);
        }
        JsonNode answer;
        try {
            answer = Json.parse(body);
        } catch (Refused malformed) {
            if (status == TOO_LARGE) {
                throw new RpcError(status, method + " asks for too much", false);
            }
            throw away(method + " was answered " + status + " without JSON");
        }
        var error = answer.get("error");
        if (error != null && error.isObject()) {
            throw refused(error);
        }
        var result = answer.get("result");
        if (status != OK || result == null) {
            throw away(method + " was answered " + status + " without a result");
        }
        return result;
    }

    private RpcError refused(JsonNode error) {
        var code = error.get("code");
        var message = error.get("message");
        var refused = new RpcError(code == null ? 0 : code.asInt(0), reason(message), false);
        if (refused.isForTooManyRequests()) {
            rest();
        }
        return refused;
    }

    /// Truncates the node's error text to a readable length.
    private static String reason(@Nullable JsonNode message) {
        var text = message == null ? NO_REASON : message.asString(NO_REASON);
        return text.substring(0, Math.min(text.length(), REASON_LENGTH_MAX));
    }

    private HttpRequest request(byte[] body) throws IOException {
        try {
            var bare =
                    new URI(url.getScheme(), null, url.getHost(), url.getPort(), url.getPath(), url.getQuery(), null);
            var request = HttpRequest.newBuilder(bare)
                    .timeout(timeout)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(body));
            if (url.getUserInfo() != null) {
                var user = Base64.getEncoder().encodeToString(url.getUserInfo().getBytes(StandardCharsets.UTF_8));
                request.header("Authorization", "Basic " + user);
            }
            return request.build();
        } catch (URISyntaxException impossible) {
            throw new IOException(impossible);
        }
    }

    private RpcUnavailable away(String reason) {
        rest();
        return new RpcUnavailable(this + ": " + reason);
    }

    /// After a failure, the endpoint has to return its chain id again.
    private void rest() {
        restsUntil = time.instant().plus(REST);
        checked = false;
    }

    @Override
    public String toString() {
        return url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }
}
