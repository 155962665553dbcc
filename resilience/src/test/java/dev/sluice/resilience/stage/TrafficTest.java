package dev.sluice.resilience.stage;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.client.Authentication;
import dev.sluice.resilience.proof.Findings;
import dev.sluice.resilience.proof.Findings.Finding;
import dev.sluice.resilience.proof.Invariant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Handling of answers by the programs, with a scripted service.
class TrafficTest {
    private static final Order WRITE = new Order(Order.Kind.CONVERSION, "key-1", "/v1/convert", "{}");
    private static final Order LOOK = new Order(Order.Kind.LOOK, "key-2", "/v1/balance", "");
    private static final String DONE = "{\"data\":{\"convertId\":\"" + new UUID(1, 2) + "\"}}";
    private static final Duration A_WHILE = Duration.ofMillis(300);

    private final Findings findings = new Findings();
    private HttpServer service;
    private Traffic traffic;
    private volatile int status = 200;
    private volatile String body = DONE;

    @BeforeEach
    void open() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                var bytes = body.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        service.start();
        var url = URI.create("http://127.0.0.1:" + service.getAddress().getPort());
        traffic = new Traffic(Authentication.signature("client", "secret"), () -> List.of(url), findings);
    }

    @AfterEach
    void close() {
        traffic.close();
        service.stop(0);
    }

    @Test
    void what_is_asked_for_is_right_so_that_whoever_refuses_it_is_wrong() {
        answer(400, "INSUFFICIENT_BALANCE");
        assertThat(traffic.attempt(WRITE)).isEqualTo(400);
        var finding = new Finding(Invariant.REFUSED_FOR_A_REASON, "/v1/convert: 400 INSUFFICIENT_BALANCE");
        assertThat(findings.all()).containsExactly(finding);
        assertThat(traffic.ended()).containsExactly(new Order.End(WRITE, List.of(), "INSUFFICIENT_BALANCE"));
    }

    @Test
    void what_is_hidden_from_whoever_looks_is_taken_for_lost() {
        answer(404, "NOT_FOUND");
        assertThat(traffic.attempt(LOOK)).isEqualTo(404);
        var finding = new Finding(Invariant.NOTHING_ACKNOWLEDGED_IS_LOST, "/v1/balance: 404 NOT_FOUND");
        assertThat(findings.all()).containsExactly(finding);
    }

    @Test
    void what_is_to_be_asked_once_more_is_no_refusal() {
        answer(409, "IDEMPOTENCY_IN_PROGRESS");
        traffic.attempt(WRITE);
        answer(429, "RATE_LIMITED");
        traffic.attempt(WRITE);
        answer(503, "UNAVAILABLE");
        traffic.attempt(WRITE);
        assertThat(findings.all()).isEmpty();
        assertThat(traffic.ended()).isEmpty();
        assertThat(traffic.unheard()).isEqualTo(3);
    }

    @Test
    void a_service_that_only_reads_is_silent() {
        long since = System.nanoTime();
        Pauses.pause(A_WHILE);
        traffic.attempt(LOOK);
        Pauses.pause(A_WHILE);
        var silent = Duration.ofNanos(System.nanoTime() - since);
        traffic.finish();
        assertThat(traffic.longestSilence(since)).isGreaterThanOrEqualTo(silent);
        assertThat(findings.all()).isEmpty();
    }

    @Test
    void a_write_that_succeeds_ends_the_silence() {
        long since = System.nanoTime();
        Pauses.pause(A_WHILE);
        traffic.attempt(WRITE);
        Pauses.pause(A_WHILE);
        traffic.finish();
        assertThat(traffic.longestSilence(since)).isLessThan(Duration.ofNanos(System.nanoTime() - since));
        assertThat(findings.all()).isEmpty();
    }

    private void answer(int with, String code) {
        status = with;
        body = "{\"code\":\"" + code + "\"}";
    }
}
