package dev.sluice.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.http.server.Server;
import dev.sluice.merchant.Organization;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Creator of a request's key or secret, as routes see it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class KeyMakerTest {
    private static final KeyMaker RANI = new KeyMaker(new UUID(0, 1), "Rani");
    private static final KeyMaker BUDI = new KeyMaker(new UUID(0, 2), "Budi");

    private final AuthFixture fixture = new AuthFixture();
    private final Server server = fixture.serve(Optional.empty(), true, this::routes);
    private final Organization organization = fixture.organization("Acme");

    private List<Route> routes(Guard guard) {
        return List.of(guard.read(
                Method.GET,
                "/v1/maker",
                Scope.READ,
                (caller, request) -> fixture.envelope.ok(
                        request, "Maker", new JsonObject().put("maker", String.valueOf(caller.keyMaker())))));
    }

    @AfterAll
    void close() {
        server.close();
        fixture.close();
    }

    private String maker(Call call) {
        return call.send(server).json().at("/data/maker").asString();
    }

    private ApiClient.WithSecret client() {
        return fixture.clients
                .create(organization.id(), fixture.clocks.newId(), "till", Scope.ALL, Allowlist.ANY, RANI)
                .orElseThrow();
    }

    @Test
    void a_key_is_its_makers_and_one_of_the_command_line_is_nobodys() {
        var mine = fixture.keys
                .create(organization.id(), fixture.clocks.newId(), "mine", EnumSet.of(Scope.READ), Allowlist.ANY, RANI)
                .orElseThrow();
        var nobodys = fixture.keys.create(organization.id(), "ops", EnumSet.of(Scope.READ), Allowlist.ANY);
        assertThat(maker(Call.get("/v1/maker").bearer(mine.token())))
                .isEqualTo(RANI.id().toString());
        assertThat(maker(Call.get("/v1/maker").bearer(nobodys.token()))).isEqualTo("null");
        assertThat(fixture.keys.list(organization.id()))
                .extracting(ApiKey::maker)
                .contains(Optional.of(RANI), Optional.empty());
    }

    private ApiClient.WithSecret rotatedByBudi(ApiClient.WithSecret first) {
        var clientId = first.client().clientId();
        var newest = fixture.clients.find(clientId).flatMap(ApiClient::newest).orElseThrow();
        return fixture.clients.rotate(clientId, BUDI, newest).orElseThrow();
    }

    @Test
    void a_secret_that_was_made_by_a_clock_ahead_is_followed_by_the_next_one() {
        var first = client();
        var clientId = first.client().clientId();
        var ahead = ApiClients.wire(
                fixture.database.database(),
                fixture.vault,
                new Clocks(() -> fixture.realClock.instant().plus(Duration.ofDays(40))),
                fixture.routing,
                fixture.random,
                true,
                TamperReport.NONE);
        var second = ahead.rotate(clientId);
        var third = fixture.clients.rotate(clientId);
        assertThat(Call.get("/v1/maker").signed(second).send(server).status()).isEqualTo(200);
        assertThat(Call.get("/v1/maker").signed(third).send(server).status()).isEqualTo(200);
        fixture.clients.revokePrevious(clientId);
        assertThat(Call.get("/v1/maker").signed(second).send(server).status()).isEqualTo(401);
        assertThat(Call.get("/v1/maker").signed(third).send(server).status()).isEqualTo(200);
    }

    @Test
    void of_two_live_secrets_each_is_whoevers_who_made_it() {
        var first = client();
        assertThat(maker(Call.get("/v1/maker").signed(first)))
                .isEqualTo(RANI.id().toString());
        var second = rotatedByBudi(first);
        assertThat(maker(Call.get("/v1/maker").signed(first)))
                .isEqualTo(RANI.id().toString());
        assertThat(maker(Call.get("/v1/maker").signed(second)))
                .isEqualTo(BUDI.id().toString());
        assertThat(second.client().secrets())
                .extracting(ApiClient.LiveSecret::maker)
                .containsExactly(Optional.of(RANI), Optional.of(BUDI));
    }

    @Test
    void a_secret_rotated_on_the_command_line_is_nobodys_though_its_place_was_somebodys() {
        var first = client();
        rotatedByBudi(first);
        var third = fixture.clients.rotate(first.client().clientId());
        assertThat(maker(Call.get("/v1/maker").signed(third))).isEqualTo("null");
        assertThat(third.client().secrets())
                .extracting(ApiClient.LiveSecret::maker)
                .containsExactly(Optional.of(BUDI), Optional.empty());
        fixture.clients.revokePrevious(first.client().clientId());
        assertThat(maker(Call.get("/v1/maker").signed(third))).isEqualTo("null");
    }
}
