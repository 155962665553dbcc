package dev.sluice.screening;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.http.Fetch;
import dev.sluice.http.Json;
import dev.sluice.screening.Screener.Finding;
import dev.sluice.screening.Screener.Question;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Answers of a vendor: a complete one counts, and any other is no answer.
class VendorScreenerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Question QUESTION =
            new Question(CheckKind.PAYOUT, Party.named("ID", "Budi Santoso"), "01999f71-0d3e-7f10-b6a2-93c4e5d7f801");

    private final AtomicReference<String> asked = new AtomicReference<>("");
    private final AtomicReference<String> authorization = new AtomicReference<>("");
    private final CountDownLatch over = new CountDownLatch(1);
    private HttpServer server;
    private VendorScreener screener;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        screener = new VendorScreener(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/screen"),
                "secret",
                new Fetch(PATIENCE, InstantSource.system()));
    }

    @AfterEach
    void close() {
        over.countDown();
        screener.close();
        server.stop(0);
    }

    private Finding answered(int status, String body) {
        server.createContext("/screen", exchange -> {
            asked.set(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            authorization.set(exchange.getRequestHeaders().getFirst("Authorization"));
            send(exchange, status, body.getBytes(StandardCharsets.UTF_8));
        });
        return screener.screen(QUESTION);
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        if (status == 302) {
            exchange.getResponseHeaders().add("Location", "/elsewhere");
        }
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    void it_is_asked_about_the_party_with_the_token() {
        var finding = answered(200, "{\"result\":\"clear\",\"reference\":\"S-1\"}");
        assertThat(finding).isEqualTo(new Finding.Clear("S-1"));
        assertThat(authorization).hasValue("Bearer secret");
        var body = Json.parse(asked.get().getBytes(StandardCharsets.UTF_8));
        assertThat(body.path("kind").stringValue()).isEqualTo("payout");
        assertThat(body.path("reference").stringValue()).isEqualTo(QUESTION.reference());
        assertThat(body.path("names").get(0).stringValue()).isEqualTo("Budi Santoso");
        assertThat(body.path("country").stringValue()).isEqualTo("ID");
        assertThat(body.path("identifiers").isEmpty()).isTrue();
    }

    @Test
    void a_hit_has_its_matches() {
        var finding = answered(200, """
            {"result":"hit","reference":"S-2","matches":[
              {"id":"Q1","name":"Viktor Morozhenko","list":"EU","score":92.6,"about":"born 1961"},
              {"name":"V. Morozhenko","list":"UN"}]}
            """);
        assertThat(finding)
                .isEqualTo(new Finding.Hit(
                        "S-2",
                        List.of(
                                new Match("Q1", "Viktor Morozhenko", "EU", 93, "born 1961"),
                                new Match(null, "V. Morozhenko", "UN", 100, null))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "clear",
                "[]",
                "null",
                "{}",
                "{\"result\":true}",
                "{\"result\":\"CLEAR\"}",
                "{\"result\":\"hit\"}",
                "{\"result\":\"hit\",\"matches\":[]}",
                "{\"result\":\"hit\",\"matches\":{}}",
                "{\"result\":\"hit\",\"matches\":[{\"name\":\"Viktor\"}]}",
                "{\"result\":\"clear\"",
                "<html>clear</html>"
            })
    void an_incomplete_answer_is_none(String body) {
        assertThat(answered(200, body)).isInstanceOf(Finding.Unavailable.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 202, 204, 302, 400, 401, 429, 500, 503})
    void another_status_is_no_answer(int status) {
        var finding = answered(status, status == 204 ? "" : "{\"result\":\"clear\"}");
        assertThat(finding).isEqualTo(new Finding.Unavailable("HTTP " + status));
    }

    @Test
    void an_answer_without_an_end_is_none() {
        server.createContext("/screen", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            var chunk = new byte[64 * 1024];
            try (var body = exchange.getResponseBody()) {
                while (over.getCount() > 0) {
                    body.write(chunk);
                }
            }
        });
        assertThat(screener.screen(QUESTION)).isInstanceOf(Finding.Unavailable.class);
    }

    @Test
    void a_vendor_that_hangs_has_not_answered() {
        server.createContext("/screen", exchange -> {
            exchange.sendResponseHeaders(200, 20);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            try {
                over.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(screener.screen(QUESTION)).isEqualTo(new Finding.Unavailable("no answer within " + PATIENCE));
    }

    @Test
    void a_vendor_that_is_away_has_not_answered() {
        server.stop(0);
        assertThat(screener.screen(QUESTION)).isInstanceOf(Finding.Unavailable.class);
    }
}
