package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestService;
import dev.sluice.auth.AuthFixture;
import dev.sluice.auth.Scope;
import dev.sluice.event.Event;
import dev.sluice.event.Events;
import dev.sluice.http.Json;
import dev.sluice.http.Method;
import dev.sluice.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// The commands `trigger` and `event` against a service.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
final class TriggerTest {
    @TempDir
    private static Path dir = Path.of(".");

    private TestService service = TestService.start();

    private Terminal terminal = new Terminal(null, dir);

    @BeforeAll
    void connect() {
        terminal = Terminal.at(service, dir);
    }

    @AfterAll
    void close() {
        service.close();
    }

    static List<String> types() {
        return Scenarios.types();
    }

    @ParameterizedTest
    @MethodSource("types")
    void every_type_can_be_made_to_happen(String type) {
        var printed = terminal.run("trigger", type, "--json");
        assertThat(printed.code()).as(printed.toString()).isZero();
        var event = Json.parse(printed.out().getBytes(StandardCharsets.UTF_8));
        assertThat(event.path("type").stringValue()).isEqualTo(type);
        assertThat(event.path("livemode").booleanValue()).isFalse();
        assertThat(event.path("data").isObject()).isTrue();
        assertThat(printed.err()).startsWith("POST /v");
        assertThat(event(event.path("id").stringValue())).isEqualTo(event);
    }

    @Test
    void the_types_are_those_of_the_feed() {
        var refused = terminal.run("event", "list", "--type", "nothing.happened");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).containsOnlyOnce("type must be one of " + String.join(", ", Scenarios.types()));
        assertThat(terminal.run("trigger").out().lines()).containsExactlyElementsOf(Scenarios.types());
        assertThat(terminal.run("trigger", "deposit.stolen").err()).contains("unknown event type deposit.stolen");
    }

    @Test
    void a_live_deployment_is_left_alone() {
        try (var fixture = new AuthFixture();
                var live = fixture.serve(
                        Optional.empty(),
                        false,
                        guard -> List.of(guard.read(Method.GET, "/v1/sandbox/clock", Scope.READ, (_, _) -> {
                            throw Refusal.SANDBOX_ONLY.refused();
                        })))) {
            var elsewhere = new Terminal(fixture, dir);
            var demo = fixture.demoSeed().seed((_, _) -> {});
            elsewhere.environment.putAll(demo.credentials());
            elsewhere.environment.put("SLUICE_BASE_URL", "http://127.0.0.1:" + live.port());
            var refused = elsewhere.run("trigger", "deposit.completed");
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err()).contains("works in a sandbox only");
        }
    }

    @Test
    void events_are_listed_the_newest_or_those_after_one() {
        var first = triggered("recipient.created");
        var second = triggered("recipient.updated");
        var third = triggered("recipient.deleted");
        assertThat(ids("event", "list", "--limit", "1")).containsExactly(third);
        assertThat(ids("event", "list")).containsSubsequence(first, second, third);
        assertThat(ids("event", "list", "--after", first))
                .containsSubsequence(second, third)
                .doesNotContain(first);
        assertThat(ids("event", "list", "--type", "recipient.deleted", "--after", first))
                .containsExactly(third);
        assertThat(ids("event", "list", "--type", "recipient.updated", "--limit", "1"))
                .containsExactly(second);
        assertThat(terminal.run("event", "list", "--after", "nothing").err())
                .contains("after must be the id of an event");
        assertThat(terminal.run("event", "list", "--limit", "101").err()).contains("limit");
        assertThat(terminal.run("event", "show", "nothing").err()).contains("EVENT_NOT_FOUND");
    }

    @Test
    void whole_events_are_listed_one_a_line() {
        var id = triggered("recipient.created");
        var printed = terminal.run("event", "list", "--json", "--limit", "1");
        assertThat(printed.out()).hasLineCount(1);
        assertThat(Json.parse(printed.out().getBytes(StandardCharsets.UTF_8))).isEqualTo(event(id));
    }

    @Test
    void an_endpoint_that_is_disabled_is_said_to_be() {
        var endpoint = Json.parse(
                        terminal.run("api", "POST", "/v1/webhook/endpoint", "{\"url\":\"https://shop.invalid/\"}")
                                .out()
                                .getBytes(StandardCharsets.UTF_8))
                .path("data")
                .path("id")
                .stringValue();
        var path = "/v1/webhook/endpoint/" + endpoint;
        terminal.run("api", "PATCH", path, "{\"status\":\"disabled\"}");
        var id = triggered("recipient.created");
        for (var printed : List.of(
                terminal.run("event", "resend", id, "--endpoint", endpoint), terminal.run("event", "resend", id))) {
            assertThat(printed.code()).isEqualTo(1);
            assertThat(printed.err()).contains("endpoint " + endpoint + " is disabled", "no endpoint subscribes");
        }
        terminal.run("api", "DELETE", path);
    }

    @Test
    void a_type_is_listed_however_many_others_lie_between() {
        var id = triggered("recipient.created");
        var events = new Events(service.vault());
        var organization = service.demo().organizationId();
        var now = service.clocks().instant();
        for (int round = 0; round < 11; round++) {
            var resource = service.clocks().newId();
            service.connections()
                    .run(tx -> events.append(
                            tx,
                            IntStream.rangeClosed(1, 1_000)
                                    .mapToObj(number -> new Event(
                                            organization, resource, "deposit.updated", number, new byte[] {'1'}, now))
                                    .toList()));
        }
        assertThat(ids("event", "list", "--type", "recipient.created", "--limit", "1"))
                .containsExactly(id);
    }

    @Test
    void newest_first_goes_on_to_earlier_events() {
        var first = triggered("recipient.created");
        var second = triggered("recipient.created");
        var newest = read("/v1/event?sort=-createdAt&limit=1");
        assertThat(newest.path("nextAfter").stringValue()).isEqualTo(second);
        assertThat(newest.path("hasMore").booleanValue()).isTrue();
        var type = "&type=recipient.created";
        assertThat(read("/v1/event?sort=-createdAt&limit=1&after=" + second + type)
                        .path("nextAfter")
                        .stringValue())
                .isEqualTo(first);
        assertThat(terminal.run("api", "GET", "/v1/event?sort=sideways").out())
                .contains("must be one of createdAt, -createdAt");
    }

    @Test
    void nothing_is_resent_that_no_endpoint_was_to_get() {
        var id = triggered("recipient.created");
        var refused = terminal.run("event", "resend", id);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("no endpoint subscribes to " + id);
        assertThat(terminal.run("event", "resend", "nothing").err()).contains("EVENT_NOT_FOUND");
        assertThat(terminal.run("event", "resend", id, "--endpoint", "nothing").err())
                .contains("WEBHOOK_ENDPOINT_NOT_FOUND");
    }

    @Test
    void a_webhook_is_sent_again() throws Exception {
        try (var receiver = new Receiver()) {
            var endpoint = Json.parse(terminal.run(
                                    "api",
                                    "POST",
                                    "/v1/webhook/endpoint",
                                    "{\"url\":\"" + receiver.url() + "\",\"types\":[\"recipient.*\"]}")
                            .out()
                            .getBytes(StandardCharsets.UTF_8))
                    .path("data");
            var id = triggered("recipient.created");
            receiver.await(1);
            var resent = terminal.run("event", "resend", id);
            assertThat(resent.err()).isEmpty();
            assertThat(resent.code()).isZero();
            assertThat(resent.out())
                    .contains("to endpoint " + endpoint.path("id").stringValue());
            receiver.await(2);
            assertThat(receiver.ids()).containsOnly(id);
            assertThat(terminal.run(
                                    "event",
                                    "resend",
                                    id,
                                    "--endpoint",
                                    endpoint.path("id").stringValue())
                            .code())
                    .isZero();
            receiver.await(3);
            var got = receiver.got().getFirst();
            assertThat(got.verified(terminal, endpoint.path("secret").stringValue(), dir)
                            .out())
                    .contains("valid");
            terminal.run(
                    "api",
                    "DELETE",
                    "/v1/webhook/endpoint/" + endpoint.path("id").stringValue());
        }
    }

    private String triggered(String type) {
        return terminal.run("trigger", type).out().lines().toList().getLast();
    }

    private JsonNode event(String id) {
        return Json.parse(terminal.run("event", "show", id).out().getBytes(StandardCharsets.UTF_8));
    }

    private JsonNode read(String target) {
        return Json.parse(terminal.run("api", "GET", target).out().getBytes(StandardCharsets.UTF_8))
                .path("data");
    }

    private List<String> ids(String... command) {
        return terminal.run(command)
                .out()
                .lines()
                .skip(1)
                .map(line -> line.split(" ", 2)[0])
                .toList();
    }
}
