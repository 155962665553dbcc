package dev.sluice.rail.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.auth.Allowlist;
import dev.sluice.auth.ApiClients;
import dev.sluice.auth.ApiKeys;
import dev.sluice.auth.Guard;
import dev.sluice.auth.RequestObserver;
import dev.sluice.auth.Scope;
import dev.sluice.auth.TamperReport;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.TestDatabase;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.vault.Vault;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Reading and advancing the sandbox's clock over HTTP.
class SandboxClockRoutesTest {
    private static final Instant NOW = Instant.parse("2026-11-21T02:30:00.000Z");
    private static final String RFC_NOW = "2026-11-21T02:30:00.000Z";

    private TestDatabase database;
    private Node node;
    private Node other;

    @BeforeEach
    void open() {
        database = TestDatabase.create();
        node = new Node(database.database(), true);
        other = new Node(database.database(), true);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void it_shows_the_real_time_at_first() {
        assertThat(text(node.get())).contains("\"data\":{\"now\":\"" + RFC_NOW + "\",\"offset\":\"PT0S\"}");
    }

    @Test
    void it_moves_forward_for_every_node() {
        var answer = node.post("PT24H", null);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(text(answer))
                .contains("\"message\":\"Sandbox clock advanced\"")
                .contains("\"data\":{\"now\":\"2026-11-22T02:30:00.000Z\",\"offset\":\"PT24H\"}");
        assertThat(node.clocks.instant()).isEqualTo(NOW.plusSeconds(86_400));
        node.post("P1DT0.5S", null);
        assertThat(text(other.get()))
                .contains("\"data\":{\"now\":\"2026-11-23T02:30:00.500Z\",\"offset\":\"PT48H0.5S\"}");
        assertThat(other.clocks.instant()).isEqualTo(node.clocks.instant());
    }

    @Test
    void a_resend_does_not_move_it_again() {
        var first = node.post("PT1H", "once");
        var again = node.post("PT1H", "once");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers()).containsEntry("Idempotent-Replayed", "true");
        assertThat(node.clocks.offset()).isEqualTo(java.time.Duration.ofHours(1));
    }

    @ParameterizedTest
    @CsvSource({
        "-PT1H, INVALID_FORMAT",
        "PT-1H, INVALID_FORMAT",
        "P, INVALID_FORMAT",
        "PT, INVALID_FORMAT",
        "P1M, INVALID_FORMAT",
        "1h, INVALID_FORMAT",
        "pt1h, INVALID_FORMAT",
        "'', REQUIRED",
        "PT0S, NOT_POSITIVE",
        "PT0.0001S, NOT_POSITIVE",
        "PT87600H1S, OUT_OF_RANGE",
        "P3651D, OUT_OF_RANGE",
        "P99999999999999999D, OUT_OF_RANGE",
        "P99999999999999999999999D, OUT_OF_RANGE",
    })
    void what_is_no_positive_duration_is_refused(String advance, String code) {
        refused(() -> node.post(advance, null), code);
        assertThat(text(node.get())).contains("\"offset\":\"PT0S\"");
    }

    @Test
    void it_goes_no_further_than_ten_years_in_all() {
        node.post("P3650D", null);
        refused(() -> other.post("PT0.001S", null), "OUT_OF_RANGE");
        assertThat(text(node.get())).contains("\"offset\":\"PT87600H\"");
    }

    @Test
    void a_live_deployment_has_no_such_clock() {
        var live = new Node(database.database(), false);
        assertThatThrownBy(live::get)
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.SANDBOX_ONLY));
        assertThatThrownBy(() -> live.post("PT1H", null))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.SANDBOX_ONLY));
        assertThat(live.clocks.instant()).isEqualTo(NOW);
    }

    private static void refused(Runnable request, String code) {
        assertThatThrownBy(request::run).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.refusal()).isEqualTo(Refusal.VALIDATION_FAILED);
            assertThat(refused.details()).singleElement().satisfies(detail -> {
                assertThat(detail.field()).isEqualTo("advance");
                assertThat(detail.code()).isEqualTo(code);
            });
        });
    }

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    /// One node of a deployment, and a client of it with an API key.
    private static final class Node {
        private final Clocks clocks = new Clocks(() -> NOW);
        private final List<Route> routes;
        private final String token;

        Node(Database database, boolean sandbox) {
            var vault = Vault.open(database, new byte[Vault.MASTER_KEY_BYTES]);
            var organizations = Organizations.wire(database, clocks);
            var directory = TenantDirectory.wire(database);
            var random = new SecureRandom();
            var keys = ApiKeys.wire(database, vault, clocks, directory, random, sandbox, TamperReport.NONE);
            var clients = ApiClients.wire(database, vault, clocks, directory, random, sandbox, TamperReport.NONE);
            var envelope = new Envelope(clocks);
            var idempotency = new IdempotentRequests(database, vault, clocks);
            var guard = Guard.wire(
                    clients,
                    keys,
                    organizations,
                    idempotency,
                    envelope,
                    () -> NOW,
                    Optional.empty(),
                    sandbox,
                    RequestObserver.NOBODY);
            routes = SandboxClockRoutes.wire(guard, idempotency, envelope, database, clocks, sandbox);
            var organization = organizations.create("Toko Budi", Switches.sandbox());
            token = keys.create(organization.id(), "test", Set.of(Scope.READ, Scope.PAYOUTS), Allowlist.ANY)
                    .token();
        }

        Answer get() {
            return send(Method.GET, "", null);
        }

        Answer post(String advance, @Nullable String key) {
            return send(Method.POST, "{\"advance\":\"" + advance + "\"}", key);
        }

        private Answer send(Method method, String body, @Nullable String key) {
            var route = routes.stream()
                    .filter(each -> each.method() == method)
                    .findFirst()
                    .orElseThrow();
            Map<String, String> headers = key == null
                    ? Map.of("authorization", "Bearer " + token, "content-type", "application/json")
                    : Map.of(
                            "authorization",
                            "Bearer " + token,
                            "content-type",
                            "application/json",
                            "idempotency-key",
                            key);
            return route.handler()
                    .handle(new Request(
                            "01993f80-4d0a-7c21-9a5e-1b7f3c2d4e7b",
                            method,
                            route.template(),
                            "",
                            body.getBytes(StandardCharsets.UTF_8),
                            "127.0.0.1",
                            Map.of(),
                            name -> headers.get(name.toLowerCase(java.util.Locale.ROOT))));
        }
    }
}
