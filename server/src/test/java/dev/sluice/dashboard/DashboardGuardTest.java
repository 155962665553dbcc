package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.client.SluiceException;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.InternalApi;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.http.Routes;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.notification.Choices;
import dev.sluice.notification.Notifications;
import dev.sluice.notification.UnreadCount;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Tests of the door's access checks and audit entries.
class DashboardGuardTest extends DashboardTest {
    static final String TEMPLATE = "/dashboard/things/{id}/change";

    /// Returns a separate door for a test.
    static DashboardGuard guard() {
        return new DashboardGuard(
                sessions(),
                audits(),
                new UnreadCount(
                        Notifications.wire(service.connections(), service.vault(), service.clocks()),
                        new Choices(service.connections())),
                _ -> Optional.empty(),
                sensitive(),
                () -> new InternalApi(service.routes(), new Envelope(InstantSource.system())),
                service::baseUrl,
                true);
    }

    /// Sends a form to an action of that door.
    private static Answer send(
            User user, Map<String, String> headers, String body, Function<PageContext, Answer> handler) {
        return send(
                guard().action(TEMPLATE, Permission.CREATE_PAYOUTS, handler), Map.of("id", "42"), user, headers, body);
    }

    static Answer send(
            Route route, Map<String, String> parameters, User user, Map<String, String> headers, String body) {
        var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        all.put("Content-Type", "application/x-www-form-urlencoded");
        all.putAll(headers);
        all.computeIfAbsent(
                "Cookie", _ -> DashboardGuard.SESSION + "=" + sessions().open(user, "127.0.0.1", "test", true));
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
                        parameters,
                        all::get));
    }

    private Answer send(Role role, Map<String, String> headers, String body, Function<PageContext, Answer> handler) {
        return send(somebody(role).user(), headers, body, handler);
    }

    static String with(Person person, String fields) {
        return "formToken=" + URLEncoder.encode(person.formToken(), StandardCharsets.UTF_8) + fields;
    }

    @Test
    void a_form_without_its_token_is_refused_and_does_nothing() {
        var answer = send(Role.OWNER, Map.of(), "formToken=x", _ -> {
            throw new AssertionError("was done");
        });
        assertThat(answer.status()).isEqualTo(403);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("came from another site");
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
                .doesNotContain("another site");
    }

    @Test
    void a_deed_is_written_down_without_its_secrets() {
        var answer = sendAsOwner(
                "&reason=because&password=hidden&credential=hidden&bankCode=BCA",
                context -> context.redirect("/dashboard"));
        assertThat(answer.status()).isEqualTo(303);
        var entry = deeds(merchant.organizationId(), 1).getFirst();
        assertThat(entry.action().action()).isEqualTo("things/{id}/change");
        assertThat(entry.action().subject()).isEqualTo("42");
        assertThat(entry.action().actor().address()).isEqualTo("192.0.2.7");
        assertThat(entry.fields()).isEqualTo(Map.of("reason", "because", "bankCode", "BCA", "path.id", "42"));
        assertThat(entry.isDone()).isTrue();
    }

    @Test
    void what_the_service_refuses_is_a_page_and_an_entry() {
        var answer = sendAsOwner("", context -> {
            context.client().recipients().get("nobody");
            return context.redirect("/dashboard");
        });
        assertThat(answer.status()).isEqualTo(404);
        assertThat(deeds(merchant.organizationId(), 1).getFirst().isRefused()).isTrue();
    }

    @Test
    void a_person_may_ask_the_service_what_their_role_allows() {
        var answer = sendAsOwner("", context -> {
            assertThat(context.client().balances().list()).isNotEmpty();
            return context.redirect("/dashboard");
        });
        assertThat(answer.status()).isEqualTo(303);
        var refused = new SluiceException[1];
        sendAsOwner("", context -> {
            try {
                context.client().recipients().get("nobody");
            } catch (SluiceException expected) {
                refused[0] = expected;
            }
            return context.redirect("/dashboard");
        });
        assertThat(refused[0].status()).isEqualTo(404);
    }

    @Test
    void what_is_sent_as_another_type_than_forms_is_refused_and_an_entry() {
        var owner = person(Role.OWNER);
        for (var type : List.of("text/plain", "application/json", "application/x-www-form-urlencoded-not", "")) {
            var headers = Map.of(
                    "Cookie",
                    DashboardGuard.SESSION + "=" + owner.token(),
                    "Content-Type",
                    type,
                    "X-Form-Token",
                    owner.formToken());
            var answer = send(owner.user(), headers, "role=OWNER&reason=because", _ -> {
                throw new AssertionError("was done");
            });
            assertThat(answer.status()).as(type).isEqualTo(415);
            var entry = deeds(merchant.organizationId(), 1).getFirst();
            assertThat(entry.outcome()).as(type).isEqualTo(415);
        }
    }

    @Test
    void a_form_of_more_fields_than_any_has_is_refused_and_an_entry_that_tells_none() {
        var answer = sendAsOwner("&reason=because".repeat(300), _ -> {
            throw new AssertionError("was done");
        });
        assertThat(answer.status()).isEqualTo(400);
        assertThat(text(answer)).contains("must not have more than 256 fields");
        var entry = deeds(merchant.organizationId(), 1).getFirst();
        assertThat(entry.outcome()).isEqualTo(400);
        assertThat(entry.fields()).isEqualTo(Map.of("path.id", "42"));
    }

    @Test
    void what_a_form_says_is_written_down_however_browsers_send_it() {
        var owner = person(Role.OWNER);
        var session = DashboardGuard.SESSION + "=" + owner.token();
        send(
                owner.user(),
                Map.of("Cookie", session, "Content-Type", "Application/X-WWW-Form-Urlencoded; charset=UTF-8"),
                with(owner, "&reason=because"),
                context -> context.redirect("/dashboard"));
        assertThat(deeds(merchant.organizationId(), 1).getFirst().fields()).containsEntry("reason", "because");
        var parts = new StringBuilder();
        Map.of("formToken", owner.formToken(), "reason", "a file")
                .forEach((name, value) -> parts.append("--b\r\n")
                        .append("Content-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n"));
        parts.append("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\nx\r\n--b--\r\n");
        send(
                owner.user(),
                Map.of("Cookie", session, "Content-Type", "multipart/form-data; boundary=b"),
                parts.toString(),
                context -> context.redirect("/dashboard"));
        assertThat(deeds(merchant.organizationId(), 1).getFirst().fields())
                .isEqualTo(Map.of("reason", "a file", "path.id", "42"));
    }

    @Test
    void all_ids_of_a_form_are_written_down() {
        var ids = IntStream.range(0, 50)
                .mapToObj(_ -> UUID.randomUUID().toString())
                .toList();
        sendAsOwner("&payout=" + String.join("&payout=", ids), context -> context.redirect("/dashboard"));
        assertThat(deeds(merchant.organizationId(), 1).getFirst().fields().get("payout"))
                .isEqualTo(String.join(", ", ids));
    }

    @Test
    void all_that_an_address_names_is_written_down_and_the_last_of_it_is_the_subject() {
        var parameters = new LinkedHashMap<String, String>();
        var template = new StringBuilder("/dashboard/things");
        for (var name : List.of("organization", "zone", "payment", "kind", "a", "code")) {
            template.append("/{").append(name).append("}");
            parameters.put(name, "the " + name);
        }
        var owner = person(Role.OWNER);
        send(
                guard().action(template + "/refund", Permission.VIEW, context -> context.redirect("/dashboard")),
                parameters,
                owner.user(),
                Map.of("Cookie", DashboardGuard.SESSION + "=" + owner.token()),
                with(owner, "&organization=another"));
        var entry = deeds(merchant.organizationId(), 1).getFirst();
        assertThat(entry.action().subject()).isEqualTo("the code");
        assertThat(entry.fields()).containsEntry("organization", "another");
        parameters.forEach((name, value) -> assertThat(entry.fields()).containsEntry("path." + name, value));
    }

    @Test
    void a_form_cannot_say_what_the_service_says_itself() {
        var owner = person(Role.OWNER);
        send(
                guard().action(
                                TEMPLATE,
                                Permission.VIEW,
                                _ -> Map.of("before.fee", "1"),
                                context -> context.redirect("/dashboard")),
                Map.of("id", "42"),
                owner.user(),
                Map.of("Cookie", DashboardGuard.SESSION + "=" + owner.token()),
                with(
                        owner,
                        "&before.fee=2&before.max=3&path.id=43&path.zone=4&form.before.max=5&%E2%80%A6=%2B6"
                                + "&%20before.fee=7&%E2%80%8Bbefore.fee=8&Before.fee=9"));
        assertThat(deeds(merchant.organizationId(), 1).getFirst().fields())
                .containsOnly(
                        Map.entry("before.fee", "1"),
                        Map.entry("path.id", "42"),
                        Map.entry("form.before.fee", "2"),
                        Map.entry("form.before.max", "3"),
                        Map.entry("form.path.id", "43"),
                        Map.entry("form.path.zone", "4"),
                        Map.entry("form.form.before.max", "5"),
                        Map.entry("form.…", "+6"),
                        Map.entry("form. before.fee", "7"),
                        Map.entry("form.\u200Bbefore.fee", "8"),
                        Map.entry("form.Before.fee", "9"));
    }

    @Test
    void who_tries_what_they_may_not_is_written_down() {
        var viewer = person(Role.VIEWER);
        var cookie = Map.of("Cookie", DashboardGuard.SESSION + "=" + viewer.token());
        send(viewer.user(), cookie, with(viewer, "&amount=5&password=hidden"), page -> page.redirect("/dashboard"));
        var byRole = deeds(merchant.organizationId(), 1).getFirst();
        assertThat(byRole.outcome()).isEqualTo(403);
        assertThat(byRole.action().actor().role()).isEqualTo("VIEWER");
        assertThat(byRole.action().subject()).isEqualTo("42");
        assertThat(byRole.fields()).isEqualTo(Map.of("amount", "5", "path.id", "42"));
        for (var role : List.of(Role.OWNER, Role.VIEWER)) {
            send(role, Map.of(), "formToken=x&amount=6", context -> context.redirect("/dashboard"));
            var strange = deeds(merchant.organizationId(), 1).getFirst();
            assertThat(strange.outcome()).isEqualTo(403);
            assertThat(strange.action().actor().role()).isEqualTo(role.name());
            assertThat(strange.fields()).isEqualTo(Map.of("path.id", "42"));
        }
    }

    @Test
    void what_an_entry_cannot_tell_whole_is_not_done_and_cut_where_the_role_forbids_it() {
        var filled = "&reason=" + "%01".repeat(300_000);
        var refused = sendAsOwner(filled, _ -> {
            throw new AssertionError("was done");
        });
        assertThat(refused.status()).isEqualTo(403);
        assertThat(text(refused)).contains("The form is too long");
        assertThat(deeds(merchant.organizationId(), 1).getFirst().fields()).isEqualTo(Map.of("path.id", "42"));
        var viewer = person(Role.VIEWER);
        var cookie = Map.of("Cookie", DashboardGuard.SESSION + "=" + viewer.token());
        send(viewer.user(), cookie, with(viewer, filled), context -> context.redirect("/dashboard"));
        assertThat(deeds(merchant.organizationId(), 1).getFirst().fields().get("reason"))
                .hasSizeLessThan(8_100)
                .endsWith("… +292000");
    }

    @Test
    void a_form_of_which_nobody_knows_whether_it_was_done_comes_back_as_it_was_sent() {
        var failures = List.<RuntimeException>of(Refusal.UNAVAILABLE.refused(), new IllegalStateException("a bug"));
        for (var failed : failures) {
            var answer = sendAsOwner(
                    "&formKey=k-1&amount=1.000%2C5&formLanguage=id&box=a&box=b",
                    _ -> {
                        throw failed;
                    });
            int status = failed instanceof Refused ? 503 : 500;
            assertThat(answer.status()).isEqualTo(status);
            assertThat(text(answer))
                    .contains(
                            "The request may be complete already",
                            "action=\"/dashboard/things/42/change\"",
                            "href=\"/dashboard/things/42\"",
                            "name=\"formKey\" value=\"k-1\"",
                            "name=\"amount\" value=\"1.000,5\"",
                            "name=\"formLanguage\" value=\"id\"",
                            "name=\"box\" value=\"a\"",
                            "name=\"box\" value=\"b\"")
                    .containsOnlyOnce("name=\"formKey\"")
                    .containsOnlyOnce("name=\"formToken\"")
                    .contains("r-1");
            assertThat(deeds(merchant.organizationId(), 1).getFirst().outcome()).isEqualTo(status);
        }
    }

    @Test
    void a_form_that_was_refused_or_has_no_key_is_no_open_one() {
        for (var failed : List.of(Refusal.RATE_UNAVAILABLE, Refusal.RAIL_UNAVAILABLE, Refusal.RATE_LIMITED)) {
            var answer = sendAsOwner("&formKey=k-1", _ -> {
                throw failed.refused();
            });
            assertThat(answer.status()).isEqualTo(failed.status());
            assertThat(text(answer)).doesNotContain("formKey", "may be complete");
        }
        var keyless = sendAsOwner("&amount=5", _ -> {
            throw Refusal.UNAVAILABLE.refused();
        });
        assertThat(keyless.status()).isEqualTo(503);
        assertThat(text(keyless)).doesNotContain("may be complete");
    }

    /// The role is refused before the look-up of the idempotency key, so the response does not settle the earlier
    /// request.
    @Test
    void what_says_nothing_of_an_earlier_request_leaves_a_form_open_that_was_sent_before() {
        var viewer = person(Role.VIEWER);
        var route = guard().action(TEMPLATE, Permission.VIEW, context -> {
            context.client("k-1").deposits().cancel(UUID.randomUUID().toString());
            return context.redirect("/dashboard");
        });
        var cookie = Map.of("Cookie", DashboardGuard.SESSION + "=" + viewer.token());
        var first = send(route, Map.of("id", "42"), viewer.user(), cookie, with(viewer, "&formKey=k-1"));
        assertThat(first.status()).isEqualTo(403);
        assertThat(text(first)).doesNotContain("may be complete");
        var sentBefore = with(viewer, "&formKey=k-1&formSentBefore=true");
        var again = send(route, Map.of("id", "42"), viewer.user(), cookie, sentBefore);
        assertThat(again.status()).isEqualTo(403);
        assertThat(text(again)).contains("may be complete", "name=\"formKey\" value=\"k-1\"");
        var owner = person(Role.OWNER);
        var ownersCookie = Map.of("Cookie", DashboardGuard.SESSION + "=" + owner.token());
        var repeated = with(owner, "&formKey=k-1&formSentBefore=true");
        var settled = send(route, Map.of("id", "42"), owner.user(), ownersCookie, repeated);
        assertThat(settled.status()).isEqualTo(404);
    }

    static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private Answer sendAsOwner(String fields, Function<PageContext, Answer> handler) {
        var user = somebody(Role.OWNER).user();
        var token = sessions().open(user, "127.0.0.1", "test", true);
        var person = new Person(service.baseUrl(), user, token);
        return send(
                user,
                Map.of("Cookie", DashboardGuard.SESSION + "=" + token, "Sec-Fetch-Site", "same-origin"),
                with(person, fields),
                handler);
    }
}
