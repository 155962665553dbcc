package dev.sluice.dashboard.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.app.TestService;
import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests of breached passwords with responses of Have I Been Pwned's range search.
class BreachedPasswordsTest extends DashboardTest {
    private static final String BREACHED = "kumquat hovercraft 88 lanterns";

    private static final String PADDING = "quince gondola 41 thimbles";
    private static final String BREACHED_REST = "00C8278ED8A73496EFFD84CC7EAAF1BED24";
    private static final String PADDING_REST = "FEC253827B818D7B04EE31A5AB824A80163";
    private static final String FRESH = "walnut periscope 57 blankets";

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private HttpServer server;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @Test
    void a_password_from_a_breach_is_refused_and_the_service_hears_five_digits() {
        var somebody = somebody(Role.VIEWER);
        var user = somebody.user();
        try (var node = node()) {
            var refused = change(node, user, somebody.password(), BREACHED);
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("known data breach");
            assertThat(asked).containsExactly("/range/7FC4A padded");

            assertThat(change(node, user, somebody.password(), PADDING).statusCode())
                    .isEqualTo(303);
            assertThat(change(node, user, PADDING, FRESH).statusCode()).isEqualTo(303);
            assertThat(asked).hasSize(3);
        }
    }

    @Test
    void a_service_that_does_not_answer_keeps_nobody_from_a_password() {
        var somebody = somebody(Role.VIEWER);
        var user = somebody.user();
        try (var node = node()) {
            status = 503;
            assertThat(change(node, user, somebody.password(), BREACHED).statusCode())
                    .isEqualTo(303);
            server.stop(0);
            assertThat(change(node, user, BREACHED, FRESH).statusCode()).isEqualTo(303);
            assertThat(asked).hasSize(1);
        }
    }

    /// Responds with the suffixes for any prefix, like the real service: the breached one with a high count, a
    /// padding entry with zero, and another one.
    private void answer(HttpExchange exchange) throws IOException {
        var padded = "true".equals(exchange.getRequestHeaders().getFirst("Add-Padding")) ? " padded" : "";
        asked.add(exchange.getRequestURI() + padded);
        var body = (BREACHED_REST + ":3861\r\n" + PADDING_REST + ":0\r\n0018A45C4D1DEF81644B54AB7F969B88D65:1")
                .getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(status, body.length);
        try (var out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /// Starts a node that queries this server.
    private TestService node() {
        return service.sibling(Map.of(
                "SLUICE_BREACHED_PASSWORDS_URL",
                "http://127.0.0.1:" + server.getAddress().getPort()));
    }

    private static HttpResponse<String> change(TestService node, User user, String before, String password) {
        var browsing = new Browsing(node.baseUrl());
        browsing.post("/dashboard/sign-in", Map.of("email", user.email(), "password", before));
        return new Person(node.baseUrl(), user, browsing.session())
                .post(
                        "/dashboard/account/password",
                        Map.of("before", before, "password", password, "passwordConfirmation", password));
    }
}
