package dev.sluice.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Envelope;
import dev.sluice.http.Handler;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.http.Wire;
import dev.sluice.refusal.Refusal;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Ambiguous requests are refused with the reason. A body that is too large is refused before it is read.
class HeadFaultsTest {
    private static final String POST = "POST /thing HTTP/1.1\r\nHost: x\r\n";

    private static Server server;

    @BeforeAll
    static void start() {
        var envelope = new Envelope(InstantSource.system());
        Handler told = request -> envelope.ok(request, "ok", new JsonObject().put("path", request.path()));
        server = ServerTest.listen(
                List.of(new Route(Method.GET, "/thing", told), new Route(Method.POST, "/thing", told)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Wire.Response exchange(String request) {
        try (var wire = new Wire(server.port())) {
            return wire.send(request).receive();
        }
    }

    private static void assertRefused(String request, String cause) {
        try (var wire = new Wire(server.port())) {
            var answer = wire.send(request).receive();
            assertThat(answer.status()).as(answer.text()).isEqualTo(400);
            assertThat(answer.json().path("code").stringValue()).isEqualTo(Refusal.MALFORMED_REQUEST.code());
            assertThat(answer.text()).contains(cause);
            assertThat(answer.headers()).containsEntry("connection", "close");
            assertThat(wire.ended()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization",
                "Content-Type",
                "Cookie",
                "Origin",
                "Sec-Fetch-Site",
                "X-Client-ID",
                "X-Form-Token",
                "X-Signature",
                "X-Timestamp"
            })
    void a_header_that_has_one_value_is_given_once(String name) {
        var once = name + ": a\r\n";
        assertThat(exchange(POST + once + "Content-Length: 0\r\n\r\n").status()).isEqualTo(200);
        for (var again : List.of(once, name.toLowerCase(java.util.Locale.ROOT) + ": b\r\n", name + ":\r\n")) {
            assertRefused(
                    POST + once + "X-Other: c\r\n" + again + "Content-Length: 2\r\n\r\n{}",
                    "The header " + name + " is given more than once");
        }
    }

    @Test
    void a_header_that_is_a_list_may_be_given_twice() {
        var twice =
                "Accept-Language: id\r\nAccept-Language: en\r\nX-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 1.1.1.2";
        assertThat(exchange("GET /thing HTTP/1.1\r\nHost: x\r\n" + twice + "\r\n\r\n")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"get,GET", "Get,GET", "head,HEAD", "post,POST", "pOST,POST", "foo,FOO"})
    void a_method_is_written_in_capitals(String method, String right) {
        assertRefused(
                method + " /thing HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
                "write " + right + ", not " + method);
    }

    @Test
    void the_method_of_a_request_behind_others_is_looked_at_too() {
        try (var wire = new Wire(server.port())) {
            wire.send("GET /thing HTTP/1.1\r\nHost: x\r\n\r\n" + POST + "Content-Length: 3\r\n\r\nabc"
                    + "get /thing HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(wire.receive().status()).isEqualTo(200);
            assertThat(wire.receive().status()).isEqualTo(200);
            assertThat(wire.receive().status()).isEqualTo(400);
            assertThat(wire.ended()).isTrue();
        }
        try (var wire = new Wire(server.port())) {
            for (char each : "get /thing HTTP/1.1\r\nHost: x\r\n\r\n".toCharArray()) {
                wire.send(String.valueOf(each));
            }
            assertThat(wire.receive().status()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/thing#",
                "/thing#a",
                "/thing?a=b#c",
                "/thing?a=b#",
                "/thing#a?b=c",
                "/thing#a#b",
                "#",
                "http://x/thing#a"
            })
    void a_request_target_has_no_fragment(String target) {
        assertRefused("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n", "ragment");
    }

    @ParameterizedTest
    @CsvSource({
        "http://x/thing,x",
        "HTTP://X/thing,x",
        "https://x/thing,X",
        "http://x:80/thing,x",
        "https://x/thing,x:443",
        "http://x:8080/thing,x:8080",
        "http://[::1]:8080/thing,[::1]:8080",
        "http://x/thing?a=b,x"
    })
    void an_absolute_target_of_the_same_host_is_taken(String target, String host) {
        var answer = exchange("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().path("data").path("path").stringValue()).isEqualTo("/thing");
    }

    @ParameterizedTest
    @CsvSource({
        "http://evil.example/thing,x",
        "http://x:8080/thing,x",
        "http://x/thing,x:8080",
        "http://x:443/thing,x",
        "http://x@evil.example/thing,x",
        "http://evil@x/thing,x",
        "http:///thing,x",
        "http://x.evil.example/thing,x",
        "http://evil.example?a=/thing,x",
        "ftp://x/thing,x",
        "x://x/thing,x"
    })
    void an_absolute_target_of_another_host_is_refused(String target, String host) {
        assertRefused(
                "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n",
                "The request target and the header Host name different hosts");
    }

    /// The client withholds the body: an answer that waited for it would never come.
    @ParameterizedTest
    @ValueSource(strings = {"1048577", "2000000", "4194304", "9000000", "68719476736", "9223372036854775807"})
    void a_length_above_the_limit_is_refused_before_the_body_is_read(String length) {
        try (var wire = new Wire(server.port())) {
            var answer =
                    wire.send(POST + "Content-Length: " + length + "\r\n\r\n").receive();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.json().path("code").stringValue()).isEqualTo(Refusal.BODY_TOO_LARGE.code());
            assertThat(answer.headers()).containsEntry("connection", "close");
            wire.closeOutput();
            assertThat(wire.ended()).isTrue();
        }
    }

    @Test
    void chunks_above_the_limit_are_refused_before_the_last_is_read() {
        try (var wire = new Wire(server.port())) {
            wire.send(POST + "Transfer-Encoding: chunked\r\n\r\n80000\r\n").send(new byte[0x80000]);
            var answer = wire.send("\r\n80001\r\n").receive();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.headers()).containsEntry("connection", "close");
        }
    }

    @Test
    void a_coded_body_is_refused_before_it_is_read() {
        try (var wire = new Wire(server.port())) {
            var answer = wire.send(POST + "Content-Encoding: identity\r\nContent-Encoding: gzip\r\n"
                            + "Content-Length: 1000\r\n\r\n")
                    .receive();
            assertThat(answer.status()).isEqualTo(415);
            assertThat(answer.headers()).containsEntry("connection", "close");
        }
    }
}
