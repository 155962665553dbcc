package dev.sluice.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.Eventually;
import dev.sluice.http.Envelope;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.http.server.Server;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.RequestRate;
import dev.sluice.merchant.RequestRate.Per;
import dev.sluice.merchant.Switch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RateLimitTest {
    private static final int BURST = 5;

    private final AuthFixture fixture = new AuthFixture();
    private final Server server = fixture.serve(Optional.of(new RateLimit(1, BURST)), true, RateLimitTest::routes);

    private static List<Route> routes(Guard guard) {
        return List.of(guard.read(
                Method.GET,
                "/v1/thing",
                Scope.READ,
                (_, request) -> new Envelope(Instant::now).done(request, "Thing")));
    }

    @AfterAll
    void close() {
        server.close();
        fixture.close();
    }

    @Test
    void a_burst_passes_and_then_it_is_429_with_when_to_come_back() {
        var client = client();
        var first = Call.get("/v1/thing").signed(client).send(server);
        assertThat(first.header("RateLimit-Policy")).isEqualTo("\"default\";q=1;w=1;burst=5");
        assertThat(first.header("RateLimit")).isEqualTo("\"default\";r=4;t=1");
        for (int i = 1; i < BURST; i++) {
            assertThat(Call.get("/v1/thing").signed(client).send(server).status())
                    .isEqualTo(200);
        }
        var limited = drain(client);
        assertThat(limited.outcome()).isEqualTo("429 RATE_LIMITED");
        assertThat(limited.header("Retry-After")).isEqualTo("1");
        assertThat(limited.header("RateLimit")).matches("\"default\";r=0;t=[45]");
        assertThat(limited.header("RateLimit-Policy")).isEqualTo("\"default\";q=1;w=1;burst=5");
    }

    @Test
    void clients_have_buckets_of_their_own() {
        drain(client());
        assertThat(Call.get("/v1/thing").signed(client()).send(server).status()).isEqualTo(200);
    }

    @Test
    void a_refusal_after_authentication_tells_the_limit_too() {
        var organization = fixture.organization("Acme");
        var key = fixture.keys.create(organization.id(), "key", java.util.Set.of(Scope.WEBHOOKS), Allowlist.ANY);
        var reply = Call.get("/v1/thing").bearer(key.token()).send(server);
        assertThat(reply.outcome()).isEqualTo("403 AUTH_SCOPE");
        assertThat(reply.header("RateLimit")).isNotEmpty();
    }

    @Test
    void naming_a_client_costs_it_nothing_and_failing_often_is_429_for_the_address_alone() {
        var victim = client();
        var outcomes = new ArrayList<String>();
        Call.Reply last = null;
        for (int i = 0; i < Authenticator.FAILURES.burst() + 30; i++) {
            last = Call.get("/v1/thing")
                    .signed(victim)
                    .with("X-Signature", "v1=" + "0".repeat(64))
                    .from("2001:db8:1:2::" + Integer.toHexString(i + 1))
                    .send(server);
            outcomes.add(last.outcome());
        }
        assertThat(outcomes).startsWith("401 AUTH_BAD_SIGNATURE").contains("429 RATE_LIMITED");
        assertThat(last).isNotNull();
        assertThat(outcomes).doesNotContain("200");
        assertThat(Call.get("/v1/thing").signed(victim).send(server).header("RateLimit"))
                .isEqualTo("\"default\";r=4;t=1");
        assertThat(Call.get("/v1/thing")
                        .signed(victim)
                        .from("2001:db8:1:2::1")
                        .send(server)
                        .status())
                .isEqualTo(200);
        assertThat(Call.get("/v1/thing").from("2001:db8:1:3::1").send(server).outcome())
                .isEqualTo("401 AUTH_MISSING");
    }

    /// Cached data is reloaded within seconds, even for an address that may cause no queries.
    @Test
    void who_has_proved_themselves_is_read_again_and_who_has_not_is_not() {
        var good = client();
        var named = client();
        assertThat(Call.get("/v1/thing").signed(good).send(server).status()).isEqualTo(200);
        assertThat(Call.get("/v1/thing")
                        .signed(named)
                        .with("X-Signature", "v1=" + "0".repeat(64))
                        .from("2001:db8:1:4::1")
                        .send(server)
                        .outcome())
                .isEqualTo("401 AUTH_BAD_SIGNATURE");
        for (var each : List.of(good, named)) {
            fixture.clients.allow(each.client().clientId(), Allowlist.ANY);
        }
        assertThat(fixture.clients.signer(good.client().clientId(), false)).isPresent();
        assertThat(fixture.clients.signer(named.client().clientId(), false)).isEmpty();
        fixture.clients.revoke(good.client().clientId());
        assertThat(fixture.clients.signer(good.client().clientId(), false)).isEmpty();
    }

    @Test
    void a_key_that_was_used_is_read_again_and_another_is_not() {
        var organization = fixture.organization("Acme");
        var used = fixture.keys.create(organization.id(), "used", Set.of(Scope.READ), Allowlist.ANY);
        var other = fixture.keys.create(organization.id(), "other", Set.of(Scope.READ), Allowlist.ANY);
        assertThat(Call.get("/v1/thing").bearer(used.token()).send(server).status())
                .isEqualTo(200);
        fixture.keys.allow(organization.id(), used.key().id(), Allowlist.ANY);
        assertThat(fixture.keys.bearer(used.token(), false)).isPresent();
        assertThat(fixture.keys.bearer(other.token(), false)).isEmpty();
        fixture.keys.revoke(organization.id(), used.key().id());
        assertThat(fixture.keys.bearer(used.token(), false)).isEmpty();
    }

    @Test
    void the_programs_of_an_organization_with_a_rate_of_its_own_share_it() {
        var client = client();
        var organization = client.client().organizationId();
        var other = fixture.clients.create(organization, "shop", Scope.ALL, Allowlist.ANY);
        var key = fixture.keys.create(organization, "key", Set.of(Scope.READ), Allowlist.ANY);
        fixture.organizations.limitRequests(organization, Optional.of(new RequestRate(2, Per.MINUTE, 3)));
        var first = Call.get("/v1/thing").signed(client).send(server);
        assertThat(first.header("RateLimit-Policy")).isEqualTo("\"organization\";q=2;w=60;burst=3");
        assertThat(first.header("RateLimit")).isEqualTo("\"organization\";r=2;t=30");
        assertThat(Call.get("/v1/thing").signed(other).send(server).status()).isEqualTo(200);
        assertThat(Call.get("/v1/thing").bearer(key.token()).send(server).header("RateLimit"))
                .startsWith("\"organization\";r=0;");
        for (var call : List.of(
                Call.get("/v1/thing").signed(client),
                Call.get("/v1/thing").signed(other),
                Call.get("/v1/thing").bearer(key.token()))) {
            var limited = call.send(server);
            assertThat(limited.outcome()).isEqualTo("429 RATE_LIMITED");
            assertThat(Integer.parseInt(limited.header("Retry-After"))).isBetween(20, 30);
            assertThat(limited.header("RateLimit-Policy")).isEqualTo("\"organization\";q=2;w=60;burst=3");
        }
        assertThat(Call.get("/v1/thing").signed(client()).send(server).header("RateLimit-Policy"))
                .startsWith("\"default\"");
    }

    @Test
    void a_rate_that_is_raised_or_ended_counts_at_once_here_and_within_seconds_elsewhere() throws Exception {
        var client = client();
        var organization = client.client().organizationId();
        var elsewhere = Organizations.wire(fixture.database.database(), fixture.clocks);
        assertThat(elsewhere.get(organization).rate()).isNull();
        fixture.organizations.limitRequests(organization, Optional.of(new RequestRate(1, Per.MINUTE, 1)));
        assertThat(Call.get("/v1/thing").signed(client).send(server).status()).isEqualTo(200);
        assertThat(Call.get("/v1/thing").signed(client).send(server).status()).isEqualTo(429);
        var raised = new RequestRate(100, Per.SECOND, 1_000);
        fixture.organizations.limitRequests(organization, Optional.of(raised));
        assertThat(Call.get("/v1/thing").signed(client).send(server).header("RateLimit"))
                .startsWith("\"organization\";r=999;");
        Eventually.within(
                Duration.ofSeconds(10),
                "the other node knows the rate",
                () -> raised.equals(elsewhere.get(organization).rate()));
        fixture.organizations.setSwitch(organization, Switch.CHECKOUT, false);
        assertThat(fixture.organizations.get(organization).rate()).isEqualTo(raised);
        fixture.organizations.limitRequests(organization, Optional.empty());
        assertThat(Call.get("/v1/thing").signed(client).send(server).header("RateLimit-Policy"))
                .startsWith("\"default\"");
        assertThatThrownBy(() -> fixture.organizations.limitRequests(new UUID(5, 5), Optional.of(raised)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void it_holds_where_nobody_else_is_limited_and_of_many_at_once_so_many_pass() throws Exception {
        try (var unlimited = fixture.serve(Optional.empty(), true, RateLimitTest::routes);
                var threads = Executors.newFixedThreadPool(8)) {
            var client = client();
            assertThat(Call.get("/v1/thing").signed(client).send(unlimited).header("RateLimit"))
                    .isEmpty();
            var rate = new RequestRate(1, Per.MINUTE, 7);
            fixture.organizations.limitRequests(client.client().organizationId(), Optional.of(rate));
            var all = IntStream.range(0, 40)
                    .<Callable<Integer>>mapToObj(_ -> () ->
                            Call.get("/v1/thing").signed(client).send(unlimited).status())
                    .toList();
            var statuses =
                    threads.invokeAll(all).stream().map(Future::resultNow).toList();
            assertThat(statuses).filteredOn(status -> status == 200).hasSize(7);
            assertThat(statuses).filteredOn(status -> status == 429).hasSize(33);
        }
    }

    private Call.Reply drain(ApiClient.WithSecret client) {
        for (int i = 0; i < 10 * BURST; i++) {
            var reply = Call.get("/v1/thing").signed(client).send(server);
            if (reply.status() == 429) {
                return reply;
            }
        }
        throw new AssertionError("never limited");
    }

    private ApiClient.WithSecret client() {
        return fixture.clients.create(fixture.organization("Acme").id(), "till", Scope.ALL, Allowlist.ANY);
    }
}
