package dev.sluice.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.fuzz.Draft.Header;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

/// The fuzzer's judge detects faulty answers: a fuzzer that can detect nothing proves nothing.
class ResponseCheckerTest {
    private static final String ERROR = """
            {"statusCode":%d,"error":"Bad Request","message":"%s","code":"%s","requestId":"x",\
            "timestamp":"2026-11-21T02:30:00.000Z"}""";
    private static final String REFUSED = ERROR.formatted(400, "Validation failed", "VALIDATION_FAILED");

    private final ResponseChecker responseChecker = new ResponseChecker();

    private static Draft draft() {
        var operation = new Operation("GET", "/v1/recipient", List.of(), MissingNode.getInstance(), true);
        return new Draft(operation, "/v1/recipient", "limit=0", List.of(), new byte[0], List.of("query limit=0"));
    }

    private static Exchange answered(int status, String type, String body, Duration took) {
        return new Exchange(
                draft(),
                List.of(),
                status,
                List.of(new Header("Content-Type", type), new Header("X-Request-Id", "x")),
                body.getBytes(StandardCharsets.UTF_8),
                took);
    }

    private List<String> faults(int status, String body) {
        return responseChecker.faults(answered(status, "application/json", body, Duration.ZERO));
    }

    @Test
    void a_refusal_as_documented_has_no_fault() {
        assertThat(faults(400, REFUSED)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "500 | INTERNAL_ERROR | Internal error | failure of the service's own",
                "501 | TRANSFER_ENCODING_UNSUPPORTED | No | failure of the service's own",
                "400 | VALIDATION_FAILED | java.lang.NullPointerException: name | tells internals",
                "400 | VALIDATION_FAILED | at dev.sluice.http.Json.parse(Json.java:52) | tells internals",
                "400 | VALIDATION_FAILED | SELECT id FROM recipient WHERE id = ? | tells internals",
                "400 | VALIDATION_FAILED | org.postgresql.util.PSQLException | tells internals",
                "400 | VALIDATION_FAILED | cannot read /var/lib/sluice/key | tells internals",
                "400 | NO_SUCH_CODE | Validation failed | differs from the contract",
                "418 | VALIDATION_FAILED | Validation failed | differs from the contract",
            })
    void what_is_wrong_is_named(int status, String code, String message, String fault) {
        assertThat(faults(status, ERROR.formatted(status, message, code))).anyMatch(each -> each.contains(fault));
    }

    @ParameterizedTest
    @CsvSource({"statusCode", "error", "message", "code", "requestId", "timestamp"})
    void a_missing_part_of_the_triple_is_named(String name) {
        assertThat(faults(400, REFUSED.replace("\"" + name + "\"", "\"other\"")))
                .contains("is an error without " + name);
    }

    @Test
    void another_form_than_the_documented_one_is_named() {
        assertThat(responseChecker.faults(answered(400, "text/html", "<h1>Bad Request</h1>", Duration.ZERO)))
                .contains("is an error without a document");
        assertThat(faults(400, "{")).contains("is no JSON, though it says so");
        assertThat(faults(403, REFUSED)).contains("says another status than it has");
        assertThat(faults(200, "{}")).anyMatch(each -> each.startsWith("differs from the contract"));
    }

    @Test
    void slowness_and_silence_are_named() {
        assertThat(responseChecker.faults(answered(400, "application/json", REFUSED, Duration.ofMinutes(1))))
                .containsExactly("took PT1M");
        assertThat(responseChecker.faults(answered(0, "", "", Duration.ZERO))).containsExactly("was not answered");
    }

    /// The whole path over a socket, with a failing handler that has no guard.
    @Test
    void a_handler_that_tells_its_stack_trace_is_found_out() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            var trace = new StringBuilder();
            for (var each : new IllegalStateException("planted").getStackTrace()) {
                trace.append("\tat " + each + "\n");
            }
            var body = trace.toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(500, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            var faults =
                    responseChecker.faults(Exchange.send(server.getAddress().getPort(), draft(), List.of()));
            assertThat(faults).contains("is a failure of the service's own", "is an error without a document");
            assertThat(faults).anyMatch(each -> each.startsWith("tells internals"));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void a_mutation_changes_a_request() {
        var operation = new Operation("POST", "/v1/recipient", List.of(), JsonNodeFactory.instance.objectNode(), true);
        var valid = new Draft(
                operation,
                "/v1/recipient",
                "",
                List.of(new Header("Content-Type", "application/json")),
                "{\"name\":\"Siti\",\"bank\":{\"country\":\"ID\"}}".getBytes(StandardCharsets.UTF_8),
                List.of());
        for (int seed = 0; seed < 500; seed++) {
            var mutated = Mutator.mutated(valid, new java.util.Random(seed));
            assertThat(mutated.changes()).isNotEmpty();
            assertThat(mutated.text()).doesNotContain("\uE000");
        }
    }
}
