package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.client.SluiceException;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Inward;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Routes;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.notice.Bell;
import dev.sluice.notice.Choices;
import dev.sluice.notice.Notices;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// What the door lets through, and what it writes down.
class DoorTest extends DashboardTest {
    private static final String TEMPLATE = "/dashboard/things/{id}/change";

    /// Sends a form to an action behind a door of our own.
    private Answer send(User user, Map<String, String> headers, String body, Function<Visit, Answer> handler) {
        var door = new Door(
                sessions(),
                audits(),
                new Bell(
                        Notices.wire(service.connections(), service.vault(), service.clocks()),
                        new Choices(service.connections())),
                _ -> Optional.empty(),
                () -> new Inward(service.routes(), new Envelope(InstantSource.system())),
                service::baseUrl,
                true);
        var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        all.put("Cookie", Door.SESSION + "=" + sessions().open(user, "127.0.0.1", "test", true));
        all.put("Content-Type", "application/x-www-form-urlencoded");
        all.putAll(headers);
        var route = door.action(TEMPLATE, Permission.CREATE_PAYOUTS, handler);
        return new Routes(List.of(route))
                .all()
                .getFirst()
                .handler()
                .handle(new Request(
                        "r-1",
                        Method.POST,
                        "/dashboard/things/42/change",
                        "",
                        body.getBytes(StandardCharsets.UTF_8),
                        "192.0.2.7",
                        Map.of("id", "42"),
                        all::get));
    }

    private Answer send(Role role, Map<String, String> headers, String body, Function<Visit, Answer> handler) {
        return send(somebody(role).user(), headers, body, handler);
    }

    private static String with(Person person, String fields) {
        return "formToken=" + URLEncoder.encode(person.formToken(), StandardCharsets.UTF_8) + fields;
    }

    @Test
    void a_form_without_its_token_is_refused_and_does_nothing() {
        var answer = send(Role.OWNER, Map.of(), "formToken=x", _ -> {
            throw new AssertionError("was done");
        });
        assertThat(answer.status()).isEqualTo(403);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("sent from somewhere else");
    }

    @Test
    void a_form_of_another_site_is_refused_with_any_token() {
        for (var header : Map.of("Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example")
                .entrySet()) {
            var answer = send(Role.OWNER, Map.of(header.getKey(), header.getValue()), "formToken=x", _ -> {
                throw new AssertionError("was done");
            });
            assertThat(answer.status()).isEqualTo(403);
        }
    }

    @Test
    void a_role_that_may_not_is_refused() {
        var answer = send(Role.VIEWER, Map.of(), "", _ -> {
            throw new AssertionError("was done");
        });
        assertThat(answer.status()).isEqualTo(403);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                .contains("Your role does not allow this")
                .doesNotContain("somewhere else");
    }

    @Test
    void a_deed_is_written_down_without_its_secrets() {
        var answer = sendAsOwner("&reason=because&password=hidden&apiToken=hidden", visit -> visit.goTo("/dashboard"));
        assertThat(answer.status()).isEqualTo(303);
        var entry = deeds(merchant.organizationId(), 1).getFirst();
        assertThat(entry.deed().action()).isEqualTo("things/{id}/change");
        assertThat(entry.deed().subject()).isEqualTo("42");
        assertThat(entry.deed().actor().address()).isEqualTo("192.0.2.7");
        assertThat(entry.fields()).isEqualTo(Map.of("reason", "because"));
        assertThat(entry.isDone()).isTrue();
    }

    @Test
    void what_the_service_refuses_is_a_page_and_an_entry() {
        var answer = sendAsOwner("", visit -> {
            visit.client().recipients().get("nobody");
            return visit.goTo("/dashboard");
        });
        assertThat(answer.status()).isEqualTo(404);
        assertThat(deeds(merchant.organizationId(), 1).getFirst().isRefused()).isTrue();
    }

    @Test
    void a_person_may_ask_the_service_what_their_role_allows() {
        var answer = sendAsOwner("", visit -> {
            assertThat(visit.client().balances().list()).isNotEmpty();
            return visit.goTo("/dashboard");
        });
        assertThat(answer.status()).isEqualTo(303);
        var refused = new SluiceException[1];
        sendAsOwner("", visit -> {
            try {
                visit.client().recipients().get("nobody");
            } catch (SluiceException expected) {
                refused[0] = expected;
            }
            return visit.goTo("/dashboard");
        });
        assertThat(refused[0].status()).isEqualTo(404);
    }

    private Answer sendAsOwner(String fields, Function<Visit, Answer> handler) {
        var user = somebody(Role.OWNER).user();
        var token = sessions().open(user, "127.0.0.1", "test", true);
        var person = new Person(service.baseUrl(), user, token);
        return send(
                user,
                Map.of("Cookie", Door.SESSION + "=" + token, "Sec-Fetch-Site", "same-origin"),
                with(person, fields),
                handler);
    }
}
