package dev.sluice.cli;

import dev.sluice.client.SluiceClient;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.refusal.Refused;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Client of the service for commands: signed requests, and the `data` of the answers.
final class Remote implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;
    private static final Map<String, String> ACCEPTS = Map.of("Accept", "application/json");
    private static final Map<String, String> STRINGS = Map.of("Accept", "application/json; amounts=string");
    private static final Map<String, String> HAS_JSON =
            Map.of("Accept", "application/json", "Content-Type", "application/json");

    private final Credentials credentials;
    private final String base;
    private final SluiceClient client;

    private Remote(Credentials credentials, Program program) throws IOException {
        this.credentials = credentials;
        this.base = credentials.get(Credentials.ADDRESS);
        this.client = SluiceClient.builder()
                .baseUrl(base)
                .signature(credentials.get(Credentials.CLIENT), credentials.get(Credentials.SECRET))
                .timeout(TIMEOUT)
                .clock(program.clock())
                .build();
    }

    static Remote of(Program program) throws Exception {
        return new Remote(Credentials.of(program), program);
    }

    JsonNode get(String target) throws IOException, InterruptedException {
        return send("GET", target, null);
    }

    /// Gets data with amounts as JSON strings.
    JsonNode getWithStrings(String target) throws IOException, InterruptedException {
        return data(answer("GET", target, new byte[0], STRINGS));
    }

    /// @param json the body, or null for none
    /// @throws ServiceUnavailable if there is no answer, or the service is unavailable for now
    /// @throws Declined if the request is at fault
    JsonNode send(String method, String target, @Nullable JsonObject json) throws IOException, InterruptedException {
        return data(
                json == null
                        ? answer(method, target, new byte[0], ACCEPTS)
                        : answer(method, target, Json.bytes(json), HAS_JSON));
    }

    private JsonNode data(HttpResponse<byte[]> answer) throws IOException {
        int status = answer.statusCode();
        if (status / 100 == 2) {
            return parsed(answer).path("data");
        }
        if (status >= SERVER_ERROR || status == TOO_MANY_REQUESTS) {
            throw new ServiceUnavailable(base + " answers " + status, null);
        }
        var refusal = parsed(answer);
        var advice = credentials.unknown(refusal.path("code").asString(""), Credentials.CLIENT);
        throw new Declined(status, refusal, advice.orElse(""));
    }

    private HttpResponse<byte[]> answer(String method, String target, byte[] body, Map<String, String> headers)
            throws IOException, InterruptedException {
        try {
            return client.exchange(method, target, body, headers);
        } catch (IOException broken) {
            throw new ServiceUnavailable(credentials.unreachable(""), broken);
        }
    }

    private JsonNode parsed(HttpResponse<byte[]> answer) throws IOException {
        try {
            return Json.parse(answer.body());
        } catch (Refused noJson) {
            throw new IOException(
                    base + " answers " + answer.statusCode() + ", and the body is not a response of Sluice", noJson);
        }
    }

    @Override
    public void close() {
        client.close();
    }

    /// Thrown if there is no answer, or a temporary failure: the same may work later.
    static final class ServiceUnavailable extends IOException {
        private static final long serialVersionUID = 1L;

        ServiceUnavailable(String message, @Nullable IOException cause) {
            super(message, cause);
        }
    }

    /// A refusal: the same will be refused again.
    static final class Declined extends IOException {
        private static final long serialVersionUID = 1L;

        private final String code;

        Declined(int status, JsonNode answer, String advice) {
            super((status + " " + answer.path("code").asString("") + ": " + message(answer) + " " + advice).strip());
            this.code = answer.path("code").asString("");
        }

        String code() {
            return code;
        }

        /// Every fault once: the message of a request with faults is the first of them.
        private static String message(JsonNode answer) {
            var message = answer.path("message").asString("");
            var faults = answer.path("details")
                    .valueStream()
                    .map(each -> each.path("field").asString("") + " "
                            + each.path("message").asString(""))
                    .toList();
            var all = String.join("; ", faults);
            boolean repeats = !faults.isEmpty()
                    && (message.equals(faults.getFirst()) || message.startsWith(faults.getFirst() + " (and "));
            return repeats ? all : faults.isEmpty() ? message : message + "; " + all;
        }
    }
}
