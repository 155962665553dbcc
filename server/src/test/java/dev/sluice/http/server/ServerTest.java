package dev.sluice.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Envelope;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.http.Routes;
import dev.sluice.http.Wire;
import dev.sluice.net.IpRange;
import dev.sluice.net.TrustedProxies;
import dev.sluice.refusal.Refusal;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTest {
    private static final Envelope ENVELOPE = new Envelope(InstantSource.system());
    private static Server server;
    private static HttpClient client;

    @BeforeAll
    static void start() {
        server = listen(List.of(
                route(Method.GET, "/thing"),
                route(Method.POST, "/thing"),
                route(Method.GET, "/thing/{id}"),
                route(Method.POST, "/only-post"),
                new Route(Method.GET, "/bug", _ -> {
                    throw new IllegalStateException("a secret of ours");
                }),
                new Route(Method.GET, "/error", _ -> {
                    throw new ExceptionInInitializerError("a secret of ours");
                }),
                new Route(Method.GET, "/away", _ -> {
                    throw Refusal.UNAVAILABLE.refused();
                })));
        client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    static Server listen(List<Route> routes) {
        return Server.start(
                "127.0.0.1",
                0,
                new Routes(routes),
                ENVELOPE,
                new SimpleMeterRegistry(),
                new TrustedProxies(List.of(IpRange.parse("127.0.0.1"))),
                PublicScheme.PLAIN,
                new Admission());
    }

    /// Returns a route that echoes the request.
    private static Route route(Method method, String template) {
        return new Route(
                method,
                template,
                request -> ENVELOPE.ok(
                        request,
                        "ok",
                        new JsonObject()
                                .put("method", request.method().name())
                                .put("path", request.path())
                                .put("query", request.rawQuery())
                                .put("bytes", request.body().length)
                                .put("from", request.remoteAddress())
                                .put("parameters", request.pathParameters())));
    }

    private static Wire wire() {
        return new Wire(server.port());
    }

    private static Wire.Response exchange(String request) {
        try (var wire = wire()) {
            return wire.send(request).receive();
        }
    }

    private static Wire.Response get(String path) {
        return exchange("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
    }

    private static void assertRefused(Wire.Response response, Refusal refusal) {
        assertThat(response.status()).as(response.text()).isEqualTo(refusal.status());
        assertThat(response.headers()).containsEntry("content-type", "application/json");
        var body = response.json();
        assertThat(body.path("statusCode").intValue()).isEqualTo(refusal.status());
        assertThat(body.path("code").stringValue()).isEqualTo(refusal.code());
        assertThat(body.path("error").stringValue()).isNotEmpty();
        assertThat(body.path("requestId").stringValue())
                .isEqualTo(response.headers().get("x-request-id"));
        assertThat(body.path("timestamp").stringValue()).endsWith("Z");
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GARBAGE\r\n\r\n",
                "GET /thing\r\n\r\n",
                "GET  HTTP/1.1\r\n\r\n",
                "GET /thing HTTP/2.7\r\nHost: x\r\n\r\n",
                "GET /thing HTTP/1.1\r\n\r\n",
                "GET /thing HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
                "GET /thing HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n",
                "GET /thing HTTP/1.1\r\nHost: x\r\nNo-Colon\r\n\r\n",
                "GET /thing HTTP/1.1\r\nHost: x\r\nX-A: a\u0000b\r\n\r\n",
                "GET /thing?a=\u0001 HTTP/1.1\r\nHost: x\r\n\r\n",
                "POST /thing HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n",
                "POST /thing HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
                "POST /thing HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
                "POST /thing HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /thing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
                "POST /thing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n0\r\n\r\n",
            })
    void malformed_http_is_answered_with_the_error_body(String request) {
        assertRefused(exchange(request), Refusal.MALFORMED_REQUEST);
    }

    @Test
    void old_http_is_told_the_version_to_speak() {
        assertRefused(exchange("GET /thing HTTP/1.0\r\n\r\n"), Refusal.HTTP_VERSION_UNSUPPORTED);
    }

    @Test
    void a_request_line_that_is_too_long_is_refused() {
        assertRefused(get("/thing?a=" + "x".repeat(20_000)), Refusal.URI_TOO_LONG);
    }

    @Test
    void headers_that_are_too_long_are_refused() {
        var header = "X-Long: " + "x".repeat(20_000) + "\r\n";
        assertRefused(exchange("GET /thing HTTP/1.1\r\nHost: x\r\n" + header + "\r\n"), Refusal.HEADERS_TOO_LARGE);
        var many = "X-Many: 0123456789012345678901234567890\r\n".repeat(600);
        assertRefused(exchange("GET /thing HTTP/1.1\r\nHost: x\r\n" + many + "\r\n"), Refusal.HEADERS_TOO_LARGE);
    }

    @Test
    void another_transfer_encoding_is_refused() {
        assertRefused(
                exchange("POST /thing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
                Refusal.TRANSFER_ENCODING_UNSUPPORTED);
    }

    @Test
    void the_clients_request_id_is_kept_also_where_the_request_is_malformed() {
        var response =
                exchange("POST /thing HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine-1\r\nContent-Length: abc\r\n\r\n");
        assertThat(response.headers()).containsEntry("x-request-id", "mine-1");
        var good = exchange("GET /thing HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine-2\r\n\r\n");
        assertThat(good.json().path("requestId").stringValue()).isEqualTo("mine-2");
        var bad = exchange("GET /thing HTTP/1.1\r\nHost: x\r\nX-Request-Id: not <mine>\r\n\r\n");
        assertThat(bad.json().path("requestId").stringValue()).doesNotContain("<");
    }

    @Test
    void a_client_that_asks_to_continue_is_told_to() {
        try (var wire = wire()) {
            wire.send("POST /thing HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
            assertThat(wire.receive().status()).isEqualTo(100);
            var response = wire.send("12345").receive();
            assertThat(response.json().path("data").path("bytes").intValue()).isEqualTo(5);
        }
    }

    @Test
    void a_client_that_asks_to_continue_with_too_much_is_refused_before_it_sends_it() {
        try (var wire = wire()) {
            wire.send("POST /thing HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\nExpect: 100-continue\r\n\r\n");
            assertRefused(wire.receive(), Refusal.BODY_TOO_LARGE);
            assertThat(wire.ended()).isTrue();
        }
    }

    @Test
    void a_connection_is_closed_after_the_request_that_says_so() {
        try (var wire = wire()) {
            wire.send("GET /thing HTTP/1.1\r\nHost: x\r\n\r\n").receive();
            wire.send("GET /thing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            var last = wire.receive();
            assertThat(last.status()).isEqualTo(200);
            assertThat(last.headers()).containsEntry("connection", "close");
            assertThat(wire.ended()).isTrue();
        }
        try (var wire = wire()) {
            wire.send("POST /thing HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 2\r\n\r\n{}");
            assertThat(wire.receive().headers()).containsEntry("connection", "close");
            assertThat(wire.ended()).isTrue();
        }
    }

    @Test
    void head_answers_as_get_without_the_body() {
        try (var wire = wire()) {
            var head = wire.send("HEAD /thing HTTP/1.1\r\nHost: x\r\n\r\n").receiveHead();
            assertThat(head.status()).isEqualTo(200);
            assertThat(Integer.parseInt(head.headers().get("content-length"))).isGreaterThan(100);
            var next = wire.send("GET /thing HTTP/1.1\r\nHost: x\r\n\r\n").receive();
            assertThat(next.json().path("message").stringValue()).isEqualTo("ok");
        }
    }

    @Test
    void pipelined_requests_are_answered_in_order() {
        try (var wire = wire()) {
            wire.send("GET /thing?n=1 HTTP/1.1\r\nHost: x\r\n\r\n"
                    + "POST /thing?n=2 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
                    + "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n"
                    + "GET /thing?n=4 HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(wire.receive().json().path("data").path("query").stringValue())
                    .isEqualTo("n=1");
            assertThat(wire.receive().json().path("data").path("bytes").intValue())
                    .isEqualTo(3);
            assertRefused(wire.receive(), Refusal.NOT_FOUND);
            assertThat(wire.receive().json().path("data").path("query").stringValue())
                    .isEqualTo("n=4");
        }
    }

    @Test
    void a_chunked_body_is_put_together() {
        try (var wire = wire()) {
            wire.send("POST /thing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
            wire.send("4\r\ndefg\r\n0\r\n\r\n");
            assertThat(wire.receive().json().path("data").path("bytes").intValue())
                    .isEqualTo(7);
        }
    }

    @Test
    void a_body_that_breaks_off_is_no_request() {
        try (var wire = wire()) {
            wire.send("POST /thing HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345")
                    .closeOutput();
            assertThat(wire.ended()).isTrue();
        }
        try (var wire = wire()) {
            wire.send("POST /thing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
                    .closeOutput();
            assertThat(wire.ended()).isTrue();
        }
    }

    @Test
    void a_body_of_one_mebibyte_is_taken_and_one_byte_more_is_not() throws Exception {
        var largest = send(to("/thing").POST(BodyPublishers.ofByteArray(new byte[Server.BODY_BYTES_MAX])));
        assertThat(largest.statusCode()).isEqualTo(200);
        var larger = send(to("/thing").POST(BodyPublishers.ofByteArray(new byte[Server.BODY_BYTES_MAX + 1])));
        assertThat(larger.statusCode()).isEqualTo(413);
        assertThat(larger.body()).contains("BODY_TOO_LARGE");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20, 60})
    void an_oversized_body_is_read_away_so_that_its_sender_sees_the_answer(int mebibytes) throws Exception {
        var bytes = new byte[mebibytes * 1024 * 1024];
        var sized = send(to("/thing").POST(BodyPublishers.ofByteArray(bytes)));
        assertThat(sized.statusCode()).isEqualTo(413);
        assertThat(sized.body()).contains("BODY_TOO_LARGE");
        var chunked = send(to("/thing").POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))));
        assertThat(chunked.statusCode()).isEqualTo(413);
        assertThat(chunked.body()).contains("BODY_TOO_LARGE");
    }

    @Test
    void a_connection_is_closed_after_a_body_that_was_a_little_too_large() {
        try (var wire = wire()) {
            wire.send("POST /thing HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n")
                    .send(new byte[2_000_000]);
            assertRefused(wire.receive(), Refusal.BODY_TOO_LARGE);
            assertThat(wire.ended()).isTrue();
        }
    }

    @Test
    void one_huge_chunk_is_refused_before_it_is_held_in_memory() {
        try (var wire = wire()) {
            wire.send("POST /thing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n7ffffff0\r\n")
                    .closeOutput();
            assertRefused(wire.receive(), Refusal.BODY_TOO_LARGE);
        }
    }

    @Test
    void slow_clients_do_not_hold_up_others() throws Exception {
        var slow = new java.util.ArrayList<Wire>();
        for (int i = 0; i < 300; i++) {
            slow.add(wire().send("POST /thing HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n1"));
        }
        for (int i = 0; i < 50; i++) {
            assertThat(send(to("/thing")).statusCode()).isEqualTo(200);
        }
        for (var wire : slow) {
            assertThat(wire.send("2345").receive().status()).isEqualTo(200);
            wire.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"OPTIONS", "PUT", "TRACE", "PATCH", "DELETE", "CONNECT", "FOO"})
    void a_method_that_the_path_lacks_is_answered_with_those_it_has(String method) {
        var response = exchange(method + " /thing HTTP/1.1\r\nHost: x\r\n\r\n");
        assertRefused(response, Refusal.METHOD_NOT_ALLOWED);
        assertThat(response.headers()).containsEntry("allow", "GET, POST, HEAD");
    }

    @Test
    void head_of_a_path_without_get_is_no_method_of_it() {
        try (var wire = wire()) {
            var head = wire.send("HEAD /only-post HTTP/1.1\r\nHost: x\r\n\r\n").receiveHead();
            assertThat(head.status()).isEqualTo(405);
            assertThat(head.headers()).containsEntry("allow", "POST");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nothing",
                "/thing/",
                "//thing",
                "//",
                "/thing//",
                "/THING",
                "/thing/a/b",
                "/./thing",
                "/thing/%00",
                "/thing/a%0Ab",
                "/%zz",
                "*"
            })
    void an_unknown_path_is_not_found(String path) {
        assertRefused(get(path), Refusal.NOT_FOUND);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%74hing", "/thing?a=b&a=%C3%A4&&=&%00", "/thing?", "http://x/thing"})
    void other_ways_to_write_a_path_lead_to_it(String path) {
        assertThat(get(path).status()).as(get(path).text()).isEqualTo(200);
    }

    @Test
    void a_path_is_seen_as_it_was_sent_and_its_parameters_decoded() {
        var data = get("/thing/a%2Fb%20c+d?q=%41").json().path("data");
        assertThat(data.path("path").stringValue()).isEqualTo("/thing/a%2Fb%20c+d");
        assertThat(data.path("query").stringValue()).isEqualTo("q=%41");
        assertThat(data.path("parameters").path("id").stringValue()).isEqualTo("a/b c+d");
    }

    @Test
    void all_lines_of_forwarded_addresses_are_read() {
        var forwarded = "X-Forwarded-For: 203.0.113.66\r\nX-Forwarded-For: 198.51.100.7\r\n";
        var response = exchange("GET /thing HTTP/1.1\r\nHost: x\r\n" + forwarded + "\r\n");
        assertThat(response.json().path("data").path("from").stringValue()).isEqualTo("198.51.100.7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bug", "/error"})
    void a_bug_tells_nothing_of_itself(String path) {
        var response = get(path);
        assertRefused(response, Refusal.INTERNAL_ERROR);
        assertThat(response.text()).doesNotContain("secret").doesNotContain("Exception");
    }

    @Test
    void while_the_database_is_away_clients_are_told_when_to_come_back() {
        var response = get("/away");
        assertRefused(response, Refusal.UNAVAILABLE);
        assertThat(response.headers()).containsEntry("retry-after", "1");
    }
}
