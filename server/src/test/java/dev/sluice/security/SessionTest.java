package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.merchant.Role;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Session fixation and forged forms: every form of the dashboard without its token and with another session's, and
/// the attributes of the cookie. `WayInTest`, `AccountTest` and `SessionsTest` cover the effects of a sign-in, a
/// second factor and a password on sessions.
@Tag("slow")
class SessionTest extends DashboardTest {
    /// Forms for people without a session, or soon without one: the service checks that they come from its own
    /// site.
    private static final List<String> BEFORE =
            List.of("/dashboard/sign-in", "/dashboard/sign-out", "/dashboard/password", "/dashboard/mail");

    private static Stream<Route> forms() {
        return service.routes().all().stream()
                .filter(route ->
                        route.method() == Method.POST && route.template().startsWith("/dashboard"))
                .filter(route -> BEFORE.stream().noneMatch(route.template()::startsWith));
    }

    private static String path(Route route) {
        return route.template()
                .replace("{currency}", "IDR")
                .replaceAll("\\{[^}]*}", "01993f80-4d0a-7c21-9a5e-1b7f3c2d4e60");
    }

    @Test
    void no_form_does_anything_without_its_token_or_with_anothers() {
        assertThat(forms()).hasSizeGreaterThan(60);
        for (var role : List.of(Role.OWNER, Role.OPERATOR)) {
            var person = person(role);
            var others = person(role).formToken();
            var own = person.formToken();
            forms().forEach(route -> {
                for (var fields : List.of(
                        Map.<String, String>of(),
                        Map.of("formToken", ""),
                        Map.of("formToken", others),
                        Map.of("formToken", own.substring(1)),
                        Map.of("formtoken", own))) {
                    assertThat(person.postAsIs(path(route), fields).statusCode())
                            .as(role + " " + route.template() + " " + fields.keySet())
                            .isEqualTo(403);
                }
            });
            assertThat(person.get(role == Role.OWNER ? "/dashboard" : "/dashboard/operator")
                            .statusCode())
                    .as("the session is as it was")
                    .isEqualTo(200);
        }
    }

    @Test
    void no_form_is_sent_by_looking_at_its_address() {
        var person = person(Role.OWNER);
        var gets = service.routes().all().stream()
                .filter(route -> route.method() == Method.GET)
                .map(Route::template)
                .toList();
        forms().map(Route::template)
                .filter(template -> !gets.contains(template))
                .forEach(template -> {
                    var path = template.replace("{currency}", "IDR")
                            .replaceAll("\\{[^}]*}", UUID.randomUUID().toString());
                    assertThat(person.get(path + "?formToken=" + person.formToken())
                                    .statusCode())
                            .as(template)
                            .isIn(303, 403, 404, 405);
                });
    }

    @Test
    void a_session_that_was_there_before_the_sign_in_is_not_the_one_after_it() {
        var somebody = somebody(Role.OWNER);
        var mallory = person(Role.VIEWER);
        var browsing = new Browsing(service.baseUrl());
        browsing.cookies().put("sluice_session", mallory.token());
        browsing.post("/dashboard/sign-in", Map.of("email", somebody.user().email(), "password", somebody.password()));
        assertThat(browsing.session()).isNotEmpty().isNotEqualTo(mallory.token());
        assertThat(mallory.get("/dashboard").body())
                .doesNotContain(somebody.user().email());
    }

    @Test
    void a_session_in_an_address_is_none() throws IOException {
        var person = person(Role.OWNER);
        for (var query : List.of("sluice_session=", ";sluice_session=", "session=", "token=")) {
            var url = service.baseUrl()
                    .resolve("/dashboard?" + query + person.token())
                    .toURL();
            var asked = (HttpURLConnection) url.openConnection();
            asked.setInstanceFollowRedirects(false);
            assertThat(asked.getResponseCode()).isEqualTo(303);
            assertThat(asked.getHeaderField("Location")).startsWith("/dashboard/sign-in");
        }
    }

    @Test
    void the_cookie_is_kept_from_scripts_from_other_sites_and_from_plain_connections() throws IOException {
        var somebody = somebody(Role.OWNER);
        assertThat(cookieOf(service.baseUrl(), somebody.user().email(), somebody.password()))
                .contains("; HttpOnly", "; SameSite=Lax", "; Path=/")
                .doesNotContain("Domain=");
        int port = freePort();
        var settings = Map.of("SLUICE_BASE_URL", "https://pay.example", "SLUICE_PORT", String.valueOf(port));
        try (var _ = service.sibling(settings)) {
            var behindTls = URI.create("http://127.0.0.1:" + port);
            assertThat(cookieOf(behindTls, somebody.user().email(), somebody.password()))
                    .startsWith("__Host-sluice_session=")
                    .contains("; Path=/;", "; Secure", "; HttpOnly", "; SameSite=Lax");
            var token = person(Role.OWNER).token();
            assertThat(statusWith(behindTls, "__Host-sluice_session=" + token)).isEqualTo(200);
            assertThat(statusWith(behindTls, "sluice_session=" + token)).isEqualTo(303);
            assertThat(statusWith(service.baseUrl(), "sluice_session=" + token)).isEqualTo(200);
        }
    }

    /// Returns the dashboard's status for a browser with a cookie. Only answers over TLS have
    /// Strict-Transport-Security.
    private static int statusWith(URI base, String cookie) throws IOException {
        var asked = (HttpURLConnection) base.resolve("/dashboard").toURL().openConnection();
        asked.setInstanceFollowRedirects(false);
        asked.setRequestProperty("Cookie", cookie);
        boolean strict = asked.getHeaderField("Strict-Transport-Security") != null;
        assertThat(strict).isEqualTo(!base.equals(service.baseUrl()));
        return asked.getResponseCode();
    }

    private static int freePort() throws IOException {
        try (var probe = new ServerSocket(0)) {
            return probe.getLocalPort();
        }
    }

    @Test
    void nobody_is_signed_out_by_another_site() {
        var person = person(Role.OWNER);
        for (var header : Map.of("Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example")
                .entrySet()) {
            var browsing = new Browsing(service.baseUrl()).with(header.getKey(), header.getValue());
            browsing.cookies().put("sluice_session", person.token());
            assertThat(browsing.post("/dashboard/sign-out", Map.of()).statusCode())
                    .isEqualTo(403);
        }
        assertThat(person.get("/dashboard").statusCode()).isEqualTo(200);
    }

    private static String cookieOf(URI at, String email, String password) throws IOException {
        var connection =
                (HttpURLConnection) at.resolve("/dashboard/sign-in").toURL().openConnection();
        connection.setInstanceFollowRedirects(false);
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/x-www-form-urlencoded");
        connection
                .getOutputStream()
                .write(("email=" + email + "&password=" + password).getBytes(StandardCharsets.UTF_8));
        assertThat(connection.getResponseCode()).isEqualTo(303);
        return connection.getHeaderFields().get("Set-Cookie").stream()
                .filter(each -> each.contains("sluice_session="))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_session_that_is_ended_is_ended_at_once_wherever_it_is_shown() {
        var person = person(Role.OWNER);
        assertThat(person.get("/dashboard").statusCode()).isEqualTo(200);
        var out = person.post("/dashboard/sign-out", Map.of());
        assertThat(out.headers().firstValue("Clear-Site-Data")).contains("\"cache\"");
        assertThat(new Person(service.baseUrl(), person.user(), person.token())
                        .get("/dashboard")
                        .statusCode())
                .isEqualTo(303);
    }
}
