package dev.sluice.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Envelope;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.http.server.Server;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Switch;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GuardTest {
    private final AuthFixture fixture = new AuthFixture();
    private Server server = fixture.serve(Optional.empty(), true, GuardTest::routes);
    private Organization organization = fixture.organization("Acme");
    private ApiClient.WithSecret client = fixture.clients.create(organization.id(), "till", Scope.ALL, Allowlist.ANY);

    private static List<Route> routes(Guard guard) {
        var envelope = new Envelope(Instant::now);
        return List.of(
                guard.read(
                        Method.GET,
                        "/v1/thing",
                        Scope.READ,
                        (caller, request) -> envelope.ok(
                                request, "Thing", new JsonObject().put("organizationId", caller.organizationId()))),
                guard.read(
                        Method.GET,
                        "/v1/thing/{name}",
                        Scope.READ,
                        (_, request) ->
                                envelope.ok(request, "Thing", new JsonObject().put("name", request.parameter("name")))),
                guard.write(
                        Method.POST, "/v1/payout", Scope.PAYOUTS, (_, request, _) -> envelope.done(request, "Paid")),
                guard.write(
                        Method.POST,
                        "/v1/deposit",
                        Scope.DEPOSITS,
                        (_, request, _) -> envelope.done(request, "Asked")));
    }

    @BeforeAll
    void checkTheHouseStands() {
        assertThat(Call.get("/v1/thing").signed(client).send(server).status()).isEqualTo(200);
    }

    @BeforeEach
    void newClient() {
        organization = fixture.organization("Acme");
        client = fixture.clients.create(organization.id(), "till", Scope.ALL, Allowlist.ANY);
    }

    @AfterEach
    void realTime() {
        fixture.ahead.set(Duration.ZERO);
    }

    @AfterAll
    void close() {
        server.close();
        fixture.close();
    }

    /// Otherwise a stranger could evict an organization's own entries from its request log.
    @Test
    void whom_a_request_names_in_vain_is_told_now_and_then() {
        assertThat(Call.get("/v1/thing").signed(client).send(server).status()).isEqualTo(200);
        var authenticator = new Authenticator(
                fixture.clients, fixture.keys, fixture.organizations, new Signatures(fixture.realClock, true));
        var named = new Request(
                "id",
                Method.GET,
                "/v1/thing",
                "",
                new byte[0],
                "192.0.2.1",
                Map.of(),
                name -> name.equals("X-Client-ID") ? client.client().clientId() : null);
        long told = IntStream.range(0, 1_000)
                .filter(_ -> authenticator.named(named).isPresent())
                .count();
        assertThat(told).isBetween((long) Authenticator.NAMED.burst(), Authenticator.NAMED.burst() + 10L);
    }

    @Test
    void a_signed_request_acts_for_the_clients_organization() {
        var reply = Call.get("/v1/thing?b=2&a=%20x").signed(client).send(server);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().at("/data/organizationId").asString())
                .isEqualTo(organization.id().toString());
    }

    @Test
    void path_and_query_are_signed_as_they_were_sent() {
        var reply =
                Call.get("/v1/thing/a%2Fb%c3%a9?x=%2f&x=&y+z").signed(client).send(server);
        assertThat(reply.json().at("/data/name").asString()).isEqualTo("a/bé");
    }

    @Test
    void head_is_signed_as_head() {
        assertThat(new Call("HEAD", "/v1/thing", "").signed(client).send(server).status())
                .isEqualTo(200);
    }

    @Test
    void without_credentials_it_says_what_to_send() {
        var reply = Call.get("/v1/thing").send(server);
        assertThat(reply.outcome()).isEqualTo("401 AUTH_MISSING");
        assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"sluice\"");
        assertThat(reply.json().path("error").asString()).isEqualTo("Unauthorized");
    }

    @Test
    void an_incomplete_set_of_headers_is_no_credential() {
        assertThat(outcome(Call.get("/v1/thing")
                        .with("X-Client-ID", client.client().clientId())))
                .isEqualTo("401 AUTH_MISSING");
        assertThat(outcome(Call.get("/v1/thing").signed(client).with("X-Timestamp", "")))
                .isEqualTo("401 AUTH_MISSING");
        assertThat(outcome(Call.get("/v1/thing").with("Authorization", "Basic YTpi")))
                .isEqualTo("401 AUTH_MISSING");
    }

    @Test
    void an_unknown_client_is_named_so() {
        assertThat(outcome(Call.get("/v1/thing").signed(client).with("X-Client-ID", "cl_nobody")))
                .isEqualTo("401 AUTH_UNKNOWN_CLIENT");
    }

    @Test
    void a_bad_signature_shows_in_the_sandbox_what_was_signed() {
        var call = Call.post("/v1/deposit?x=1", "{\"a\": 1}").signed(client, "2026-11-21T02:30:00.5Z");
        fixture.ahead.set(Duration.between(Instant.now(), Instant.parse("2026-11-21T02:30:10Z")));
        var reply = call.with("X-Signature", "v1=" + "0".repeat(64)).send(server);
        assertThat(reply.outcome()).isEqualTo("401 AUTH_BAD_SIGNATURE");
        assertThat(reply.json().path("stringToSign").asString())
                .isEqualTo(call.text(client.client().clientId(), "2026-11-21T02:30:00.5Z"));
        assertThat(reply.bytes()).doesNotContain(client.secret());
    }

    @Test
    void a_bad_signature_shows_nothing_where_money_is_real() {
        try (var live = fixture.serve(Optional.empty(), false, GuardTest::routes)) {
            var reply = Call.get("/v1/thing")
                    .signed(client)
                    .with("X-Signature", "00")
                    .send(live);
            assertThat(reply.outcome()).isEqualTo("401 AUTH_BAD_SIGNATURE");
            assertThat(reply.json().has("stringToSign")).isFalse();
        }
    }

    @Test
    void one_wrong_digit_anywhere_is_a_bad_signature() {
        var right = Call.get("/v1/thing").signed(client).header("X-Signature");
        for (int at : new int[] {3, 34, right.length() - 1}) {
            var call = Call.get("/v1/thing").signed(client);
            var signature = new StringBuilder(call.header("X-Signature"));
            signature.setCharAt(at, signature.charAt(at) == '0' ? '1' : '0');
            assertThat(outcome(call.with("X-Signature", signature.toString()))).isEqualTo("401 AUTH_BAD_SIGNATURE");
        }
    }

    @Test
    void a_changed_path_query_or_body_is_a_bad_signature() {
        var other = Call.get("/v1/thing?limit=1").signed(client);
        var call = Call.get("/v1/thing?limit=2")
                .with("X-Client-ID", client.client().clientId())
                .with("X-Timestamp", other.header("X-Timestamp"))
                .with("X-Signature", other.header("X-Signature"));
        assertThat(outcome(call)).isEqualTo("401 AUTH_BAD_SIGNATURE");
    }

    @Test
    void bare_hex_and_one_good_signature_among_others_will_do() {
        var call = Call.get("/v1/thing").signed(client);
        var bare = call.header("X-Signature").substring(3);
        assertThat(call.with("X-Signature", bare).send(server).status()).isEqualTo(200);
        assertThat(call.with("X-Signature", "v2=abc v1=" + "0".repeat(64) + "  v1=" + bare)
                        .send(server)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_timestamp_may_be_300_seconds_off_and_no_more() {
        var now = Instant.now();
        for (int seconds : new int[] {-299, 299}) {
            var call = Call.get("/v1/thing")
                    .signed(client, now.plusSeconds(seconds).toString());
            assertThat(call.send(server).status()).isEqualTo(200);
        }
        for (int seconds : new int[] {-301, 302}) {
            var reply = Call.get("/v1/thing")
                    .signed(client, now.plusSeconds(seconds).toString())
                    .send(server);
            assertThat(reply.outcome()).isEqualTo("401 AUTH_TIMESTAMP_SKEW");
            assertThat(Instant.parse(reply.json().path("serverTime").asString()))
                    .isBetween(now.minusSeconds(5), now.plusSeconds(30));
        }
    }

    @Test
    void the_sandboxs_clock_does_not_touch_signatures() {
        fixture.clocks.advance(fixture.database.database(), Duration.ofDays(3));
        assertThat(Call.get("/v1/thing").signed(client).send(server).status()).isEqualTo(200);
    }

    @Test
    void epoch_seconds_and_milliseconds_are_timestamps_and_words_are_not() {
        var now = Instant.now();
        assertThat(outcome(Call.get("/v1/thing").signed(client, Long.toString(now.getEpochSecond()))))
                .isEqualTo("200");
        assertThat(outcome(Call.get("/v1/thing").signed(client, Long.toString(now.toEpochMilli()))))
                .isEqualTo("200");
        assertThat(outcome(Call.get("/v1/thing").signed(client, "yesterday"))).isEqualTo("401 AUTH_TIMESTAMP_SKEW");
    }

    @Test
    void two_secrets_live_during_a_rotation_and_a_third_ends_the_first() {
        var second = fixture.clients.rotate(client.client().clientId());
        assertThat(second.client().secrets()).hasSize(2);
        assertThat(Call.get("/v1/thing").signed(client).send(server).status()).isEqualTo(200);
        assertThat(Call.get("/v1/thing").signed(second).send(server).status()).isEqualTo(200);

        var third = fixture.clients.rotate(client.client().clientId());
        assertThat(outcome(Call.get("/v1/thing").signed(client))).isEqualTo("401 AUTH_BAD_SIGNATURE");
        assertThat(Call.get("/v1/thing").signed(second).send(server).status()).isEqualTo(200);
        assertThat(Call.get("/v1/thing").signed(third).send(server).status()).isEqualTo(200);

        fixture.clients.revokePrevious(client.client().clientId());
        assertThat(outcome(Call.get("/v1/thing").signed(second))).isEqualTo("401 AUTH_BAD_SIGNATURE");
        assertThat(Call.get("/v1/thing").signed(third).send(server).status()).isEqualTo(200);
    }

    @Test
    void a_revoked_client_is_unknown() {
        fixture.clients.revoke(client.client().clientId());
        fixture.clients.revoke(client.client().clientId());
        assertThat(outcome(Call.get("/v1/thing").signed(client))).isEqualTo("401 AUTH_UNKNOWN_CLIENT");
    }

    @Test
    void a_key_acts_until_it_is_revoked() {
        var key = key(EnumSet.allOf(Scope.class));
        assertThat(key.token()).matches("sk_test_[A-Za-z0-9_-]{43}");
        assertThat(Call.get("/v1/thing").bearer(key.token()).send(server).status())
                .isEqualTo(200);
        fixture.keys.revoke(organization.id(), key.key().id());
        assertThat(outcome(Call.get("/v1/thing").bearer(key.token()))).isEqualTo("401 AUTH_BAD_KEY");
    }

    @Test
    void a_wrong_key_and_one_of_the_other_environment_are_bad() {
        var key = key(EnumSet.allOf(Scope.class));
        assertThat(outcome(Call.get("/v1/thing").bearer(key.token() + "x"))).isEqualTo("401 AUTH_BAD_KEY");
        assertThat(outcome(Call.get("/v1/thing").bearer(key.token().replace("test", "live"))))
                .isEqualTo("401 AUTH_BAD_KEY");
        assertThat(outcome(Call.get("/v1/thing").bearer("nonsense"))).isEqualTo("401 AUTH_BAD_KEY");
    }

    @Test
    void a_key_does_only_what_its_scopes_allow() {
        var key = key(Set.of(Scope.READ, Scope.DEPOSITS));
        assertThat(outcome(Call.get("/v1/thing").bearer(key.token()))).isEqualTo("200");
        assertThat(outcome(Call.post("/v1/deposit", "").bearer(key.token()))).isEqualTo("200");
        assertThat(outcome(Call.post("/v1/payout", "").bearer(key.token()))).isEqualTo("403 AUTH_SCOPE");
    }

    @Test
    void an_organization_may_require_signatures_for_payouts_or_for_all_writes() {
        var key = key(EnumSet.allOf(Scope.class)).token();
        fixture.organizations.setSwitch(organization.id(), Switch.PAYOUT_SIGNATURE_REQUIRED, true);
        assertThat(outcome(Call.post("/v1/payout", "").bearer(key))).isEqualTo("403 AUTH_SIGNATURE_REQUIRED");
        assertThat(outcome(Call.post("/v1/payout", "").signed(client))).isEqualTo("200");
        assertThat(outcome(Call.post("/v1/deposit", "").bearer(key))).isEqualTo("200");

        fixture.organizations.setSwitch(organization.id(), Switch.SIGNATURE_REQUIRED, true);
        assertThat(outcome(Call.post("/v1/deposit", "").bearer(key))).isEqualTo("403 AUTH_SIGNATURE_REQUIRED");
        assertThat(outcome(Call.get("/v1/thing").bearer(key))).isEqualTo("200");
    }

    @Test
    void allowlists_hold_for_clients_and_for_keys() {
        var allowlist = Allowlist.parse(List.of("203.0.113.0/24", "2001:db8::/32"));
        fixture.clients.allow(client.client().clientId(), allowlist);
        var key = fixture.keys.create(organization.id(), "key", EnumSet.allOf(Scope.class), allowlist);
        for (var call : List.of(
                Call.get("/v1/thing").signed(client), Call.get("/v1/thing").bearer(key.token()))) {
            assertThat(outcome(call.from("203.0.113.9"))).isEqualTo("200");
            assertThat(outcome(call.from("2001:db8::7"))).isEqualTo("200");
            assertThat(outcome(call.from("198.51.100.1"))).isEqualTo("403 AUTH_ADDRESS");
        }
        fixture.keys.allow(organization.id(), key.key().id(), Allowlist.ANY);
        assertThat(outcome(Call.get("/v1/thing").bearer(key.token()).from("198.51.100.1")))
                .isEqualTo("200");
    }

    @Test
    void nothing_secret_is_stored_in_the_clear() {
        var key = key(EnumSet.allOf(Scope.class));
        var stored = fixture.database
                .database()
                .read(handle -> handle.createQuery("""
                    SELECT encode(s.sealed, 'escape') FROM auth_client_secret s
                    UNION ALL SELECT encode(k.sha256, 'escape') || k.prefix FROM auth_api_key k
                    """).mapTo(String.class).list());
        assertThat(stored).isNotEmpty().noneMatch(text -> text.contains(client.secret()) || text.contains(key.token()));
        assertThat(client.toString() + key).doesNotContain(client.secret()).doesNotContain(key.token());
    }

    private ApiKey.WithToken key(Set<Scope> scopes) {
        return fixture.keys.create(organization.id(), "key", scopes, Allowlist.ANY);
    }

    /// Uses a different address each time, so that failures of one test do not limit another.
    private String outcome(Call call) {
        if (call.header("X-Forwarded-For").isEmpty()) {
            call.from("192.0.2." + (1 + fixture.random.nextInt(250)));
        }
        return call.send(server).outcome();
    }
}
