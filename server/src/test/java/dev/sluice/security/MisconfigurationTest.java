package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.http.Json;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.http.Wire;
import dev.sluice.merchant.Role;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// API8:2023, security misconfiguration: every route's headers, and the information about the program in errors.
class MisconfigurationTest extends DashboardTest {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /// Public content that caches may store.
    private static final List<String> KEPT =
            List.of("/assets/", "/docs", "/reference/", "/checkout/", "/openapi.yaml", "/ ");

    private static Stream<Route> gets() {
        return service.routes().all().stream()
                .filter(route -> route.method() == Method.GET)
                .filter(route -> !route.template().endsWith("/events")
                        && !route.template().contains("/live"))
                .sorted(Comparator.comparing(Route::template));
    }

    private static String path(Route route) {
        return route.template()
                .replace("{currency}", "IDR")
                .replaceAll("\\{[^}]*}", "01993f80-4d0a-7c21-9a5e-1b7f3c2d4e60");
    }

    private HttpResponse<String> ask(String path, String cookie) {
        try {
            return HTTP.send(
                    HttpRequest.newBuilder(service.baseUrl().resolve(path))
                            .header("Cookie", "sluice_session=" + cookie)
                            .build(),
                    BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void every_answer_says_what_it_is_and_pages_are_bounded() {
        var cookie = person(Role.OWNER).token();
        SoftAssertions.assertSoftly(all -> gets().forEach(route -> {
            for (var whose : List.of(cookie, "nobody")) {
                var answer = ask(path(route), whose);
                assertBounded(all, route.template() + " " + answer.statusCode(), answer.headers(), answer.body());
            }
        }));
    }

    private static void assertBounded(SoftAssertions all, String what, HttpHeaders headers, String body) {
        all.assertThat(headers.firstValue("X-Content-Type-Options")).as(what).contains("nosniff");
        all.assertThat(headers.map()).as(what).doesNotContainKeys("server", "x-powered-by");
        var type = headers.firstValue("Content-Type").orElse("");
        if (type.startsWith("text/html") && !body.isEmpty()) {
            var policy = headers.firstValue("Content-Security-Policy").orElse("");
            all.assertThat(policy).as(what).contains("default-src 'none'", "base-uri 'none'", "form-action");
            all.assertThat(policy)
                    .as(what)
                    .containsPattern("frame-ancestors '(none|self)'")
                    .doesNotContain("unsafe");
            all.assertThat(headers.firstValue("Referrer-Policy").orElse(""))
                    .as(what)
                    .isIn("no-referrer", "same-origin");
            all.assertThat(headers.firstValue("Cross-Origin-Opener-Policy"))
                    .as(what)
                    .contains("same-origin");
        }
        if (KEPT.stream().noneMatch(what::startsWith)) {
            all.assertThat(headers.firstValue("Cache-Control").orElse(""))
                    .as(what)
                    .contains("no-store");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"recipientType\":\"\\u0000\"}",
                "{\"bank\":[]}",
                "{\"bank\":{\"country\":{}}}",
                "[]",
                "null",
                "\"x\"",
                "{\"name\":1e999999}",
                "{\"name\":\"\\ud800\"}",
                "{\"$ref\":\"#/\"}",
                "{\"@type\":\"java.net.URL\",\"val\":\"http://x\"}",
                "{\"name\":\"'; DROP TABLE recipient; --\",\"email\":\"${jndi:ldap://127.0.0.1:1/a}\"}",
            })
    void an_error_tells_nothing_of_the_program(String body) {
        for (var path : List.of(
                "/v1/recipient",
                "/v2/disbursement/fiat",
                "/v1/deposit/fiat",
                "/v1/convert",
                "/v1/checkout",
                "/v1/webhook/endpoint")) {
            var answer = merchant.client().post(path, body);
            assertThat(answer.status()).as(path + answer).isBetween(400, 499);
            assertThat(answer.json().propertyNames())
                    .contains("statusCode", "error", "message", "code", "requestId", "timestamp");
            assertQuiet(answer.text());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/recipient/%00",
                "/v1/recipient/..%2f..%2fetc%2fpasswd",
                "/v1/recipient/%F0%9F%92%A9",
                "/v1/recipient/'%20OR%201=1--",
                "/v1/recipient?search=%00",
                "/v1/recipient?page=99999999999999999999",
                "/v1/recipient?sort=name;drop%20table%20recipient",
                "/v1/disbursement/fiat?startDate=%ff&endDate=x",
                "/v1/event?after=%27",
                "/assets/..%2f..%2flogback.xml",
                "/assets/%2e%2e/%2e%2e/logback.xml",
                "/docs/..%2fopenapi.yaml",
                "/.git/config",
                "/actuator",
                "/admin",
            })
    void odd_paths_and_queries_tell_nothing_of_the_program(String target) {
        try (var wire = new Wire(service.baseUrl().getPort())) {
            var answer = wire.send("GET " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    .receive();
            assertThat(answer.status()).as(answer.text()).isBetween(400, 499);
            assertQuiet(answer.text());
        }
        var known = merchant.client();
        if (target.startsWith("/v1/") && !target.contains("%ff")) {
            var answer = known.get(target);
            assertThat(answer.status()).as(answer.toString()).isLessThan(500);
            assertQuiet(answer.text());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRACE", "TRACK", "OPTIONS", "PUT", "CONNECT", "PROPFIND", "DEBUG"})
    void other_methods_do_nothing_and_echo_nothing(String method) {
        try (var wire = new Wire(service.baseUrl().getPort())) {
            var answer = wire.send(method + " /v1/balance HTTP/1.1\r\nHost: x\r\nX-Echo: a-secret\r\n"
                            + "Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n")
                    .receive();
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.text()).doesNotContain("a-secret");
            assertThat(answer.headers()).doesNotContainKey("access-control-allow-origin");
            assertThat(Json.parse(answer.body()).path("code").stringValue()).isEqualTo("METHOD_NOT_ALLOWED");
        }
    }

    private static void assertQuiet(String text) {
        assertThat(text)
                .doesNotContain("Exception", "dev.sluice", "java.", "org.", "io.helidon", "at line", "SQL", "jdbc")
                .doesNotContainPattern("\\bat [a-z]+\\.[a-z]");
    }
}
