package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestService;
import dev.sluice.http.Wire;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/// API8:2023, security misconfiguration, on the wire: the service never sends two answers to data that a proxy might
/// take for one request, and never turns input into a header of an answer.
class SmugglingTest {
    private static final String POST = "POST /v1/recipient HTTP/1.1\r\nHost: x\r\n";
    /// Request that must never be answered: it is part of another request's body.
    private static final String SMUGGLED = "GET /health/live HTTP/1.1\r\nHost: x\r\nX-Request-Id: smuggled\r\n\r\n";

    private static final int LENGTH = SMUGGLED.length();
    private static final String CHUNKED = "0\r\n\r\n" + SMUGGLED;

    /// Requests with an ambiguous end.
    static final List<String> AMBIGUOUS = List.of(
            POST + "Content-Length: " + LENGTH + "\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKED,
            POST + "Transfer-Encoding: chunked\r\nContent-Length: " + LENGTH + "\r\n\r\n" + CHUNKED,
            POST + "Content-Length: 0\r\nContent-Length: " + LENGTH + "\r\n\r\n" + SMUGGLED,
            POST + "Content-Length: 0, " + LENGTH + "\r\n\r\n" + SMUGGLED,
            POST + "Content-Length: +0\r\n\r\n" + SMUGGLED,
            POST + "Content-Length: 0x0\r\n\r\n" + SMUGGLED,
            POST + "Content-Length: 00000000000000000000000000\r\nContent-Length: 5\r\n\r\n" + SMUGGLED,
            POST + "Content-Length : 0\r\n\r\n" + SMUGGLED,
            POST + "Content-Length: 18446744073709551616\r\n\r\n" + SMUGGLED,
            POST + "Transfer-Encoding : chunked\r\n\r\n" + CHUNKED,
            POST + "Transfer-Encoding: xchunked\r\n\r\n" + CHUNKED,
            POST + "Transfer-Encoding: chunked, identity\r\n\r\n" + CHUNKED,
            POST + "Transfer-Encoding: identity\r\nContent-Length: 0\r\n\r\n" + SMUGGLED,
            POST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" + CHUNKED,
            POST + "Transfer-Encoding:\u000bchunked\r\n\r\n" + CHUNKED,
            POST + "X-Folded: a\r\n Transfer-Encoding: chunked\r\n\r\n" + CHUNKED,
            POST + "X-A: a\nContent-Length: 0\r\n\r\n" + SMUGGLED,
            POST + "X-A: a\rContent-Length: 0\r\n\r\n" + SMUGGLED,
            "POST /v1/recipient HTTP/1.1\nHost: x\nContent-Length: 0\n\n" + SMUGGLED,
            POST + "Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n" + SMUGGLED,
            POST + "Transfer-Encoding: chunked\r\n\r\n 0\r\n\r\n" + SMUGGLED,
            POST + "Transfer-Encoding: chunked\r\n\r\n100000000000000000\r\n" + SMUGGLED,
            POST + "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n" + SMUGGLED,
            POST + "Transfer-Encoding: chunked\r\n\r\n1\nZ\n0\n\n" + SMUGGLED,
            " " + POST + "Content-Length: 0\r\n\r\n" + SMUGGLED,
            POST + "Content-Length: 0\r\n\u0000\r\n\r\n" + SMUGGLED);

    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static Wire wire() {
        return new Wire(service.baseUrl().getPort());
    }

    private static List<Wire.Response> answers(String bytes) {
        var all = new ArrayList<Wire.Response>();
        try (var wire = wire()) {
            wire.send(bytes).closeOutput();
            while (true) {
                try {
                    all.add(wire.receive());
                } catch (IllegalStateException closed) {
                    return all;
                } catch (UncheckedIOException ended) {
                    if (ended.getCause() instanceof SocketTimeoutException) {
                        throw new AssertionError("neither answered nor closed: " + bytes, ended);
                    }
                    return all;
                }
            }
        }
    }

    /// Control for all other tests here: two valid requests in one transmission are both answered, although no
    /// further data follows.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 2\r\n\r\n{}",
                "Content-Length: 0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            })
    void two_honest_requests_that_are_sent_in_the_same_way_bring_two_answers(String rest) {
        var answers = answers(POST + "X-Request-Id: first\r\n" + rest + SMUGGLED);
        assertThat(answers.stream().map(answer -> answer.headers().get("x-request-id")))
                .containsExactly("first", "smuggled");
        assertThat(answers.stream().map(Wire.Response::status)).containsExactly(401, 200);
    }

    @ParameterizedTest
    @FieldSource("AMBIGUOUS")
    void what_two_readers_might_end_in_two_places_is_refused_and_its_connection_closed(String request) {
        var answers = answers(request);
        assertThat(answers).as(answers.toString()).hasSize(1);
        assertThat(answers.getFirst().status()).as(answers.getFirst().text()).isIn(400, 501);
        assertThat(answers.getFirst().headers().get("x-request-id")).isNotEqualTo("smuggled");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5;a=b\r\nhello\r\n0\r\n\r\n",
                "5;a=\"\r\nhello\r\n0\r\n\r\n",
                "05\r\nhello\r\n00\r\n\r\n",
                "5\r\nhello\r\n0\r\nX-Request-Id: trailer\r\n\r\n",
            })
    void what_is_odd_but_has_one_end_is_answered_once_and_the_next_request_after_it(String chunks) {
        var answers = answers(POST + "X-Request-Id: first\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks
                + "GET /health/live HTTP/1.1\r\nHost: x\r\nX-Request-Id: second\r\n\r\n");
        assertThat(answers.getFirst().status()).isIn(400, 401);
        // A malformed request closes its connection.
        var answered = answers.getFirst().status() == 401 ? List.of("first", "second") : List.of("first");
        assertThat(answers.stream().map(answer -> answer.headers().get("x-request-id")))
                .isEqualTo(answered);
    }

    @Test
    void a_body_belongs_to_its_request_whatever_the_method() {
        for (var method : List.of("GET", "DELETE", "OPTIONS", "TRACE", "FOO")) {
            var answers = answers(
                    method + " /v1/recipient HTTP/1.1\r\nHost: x\r\nContent-Length: " + LENGTH + "\r\n\r\n" + SMUGGLED);
            assertThat(answers).as(method).hasSize(1);
            assertThat(answers.getFirst().headers().get("x-request-id")).isNotEqualTo("smuggled");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\nX-Injected: yes", "%0d%0aX-Injected: yes", "\nX-Injected: yes", "\rX-Injected: yes"})
    void what_a_caller_sends_becomes_no_header_of_an_answer(String injected) {
        var paths = List.of("/health/live", "/dashboard/sign-in?to=/dashboard" + injected, "/docs" + injected);
        for (var path : paths) {
            for (var name : List.of("X-Request-Id", "Idempotency-Key", "Accept-Language", "Cookie", "Origin")) {
                var value = name.equals("Cookie") ? "sluice_language=en" + injected : "en" + injected;
                var answers = answers("GET " + path.replace(" ", "%20") + " HTTP/1.1\r\nHost: x\r\n" + name + ": "
                        + value + "\r\nConnection: close\r\n\r\n");
                assertThat(answers).as(path + " " + name).hasSize(1);
                assertThat(answers.getFirst().headers()).as(path + " " + name).doesNotContainKey("x-injected");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:80", "127.0.0.1@evil.example", "x\"><script>"})
    void nobody_is_led_to_the_host_that_a_caller_names(String host) {
        for (var path : List.of("/", "/dashboard", "/docs", "/dashboard/sign-in")) {
            var answers = answers("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nX-Forwarded-Host: " + host
                    + "\r\nConnection: close\r\n\r\n");
            assertThat(answers).as(path).hasSize(1);
            var answer = answers.getFirst();
            assertThat(answer.headers().getOrDefault("location", "")).doesNotContain("evil");
            if (!"application/json".equals(answer.headers().get("content-type"))) {
                assertThat(answer.text()).as(path).doesNotContain("evil.example", "x\"><script>");
            }
        }
    }
}
