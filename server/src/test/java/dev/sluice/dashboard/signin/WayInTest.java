package dev.sluice.dashboard.signin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of attacks on the sign-in: guessing, forms of other sites, old tokens, and open redirects.
class WayInTest extends DashboardTest {
    private Browsing browsing() {
        return new Browsing(service.baseUrl());
    }

    private static Map<String, String> credentials(User user, String password) {
        return Map.of("email", user.email(), "password", password);
    }

    @Test
    void guessing_is_slowed_down_and_the_owners_browser_is_not() {
        var somebody = somebody(Role.OWNER);
        var owner = browsing();
        assertThat(owner.post("/dashboard/sign-in", credentials(somebody.user(), somebody.password()))
                        .statusCode())
                .isEqualTo(303);
        var stranger = browsing();
        guessUntilSlowedDown(somebody.user().email());
        var refused = stranger.post("/dashboard/sign-in", credentials(somebody.user(), somebody.password()));
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(stranger.session()).isEmpty();
        assertThat(owner.post("/dashboard/sign-in", credentials(somebody.user(), somebody.password()))
                        .statusCode())
                .isEqualTo(303);
    }

    /// Guesses until the sign-in is slowed down. Each wait is twice as long as the previous one, so that it
    /// eventually outlasts several requests on any machine.
    private void guessUntilSlowedDown(String email) {
        var guesser = browsing();
        int refusedInTurn = 0;
        for (int i = 0; refusedInTurn < 5; i++) {
            assertThat(i).as("guesses").isLessThan(500);
            int status = guesser.post("/dashboard/sign-in", Map.of("email", email, "password", "guess number " + i))
                    .statusCode();
            assertThat(status).isIn(401, 429);
            refusedInTurn = status == 429 ? refusedInTurn + 1 : 0;
        }
    }

    @Test
    void an_unknown_address_is_answered_like_a_wrong_password_and_slowed_down_like_one() {
        var known = somebody(Role.OWNER).user().email();
        var unknown = "nobody-" + service.clocks().newId() + "@example.com";
        for (int i = 0; i < 6; i++) {
            var one = browsing().post("/dashboard/sign-in", Map.of("email", known, "password", "not this one"));
            var other = browsing().post("/dashboard/sign-in", Map.of("email", unknown, "password", "not this one"));
            assertThat(other.statusCode()).isEqualTo(one.statusCode());
            assertThat(other.body().replace(unknown, "")).isEqualTo(one.body().replace(known, ""));
        }
        guessUntilSlowedDown(known);
        guessUntilSlowedDown(unknown);
    }

    @Test
    void a_token_from_before_the_sign_in_is_worth_nothing_after_it() {
        var somebody = somebody(Role.OWNER);
        var browsing = browsing();
        browsing.post("/dashboard/sign-in", credentials(somebody.user(), somebody.password()));
        var before = browsing.session();
        browsing.post("/dashboard/sign-in", credentials(somebody.user(), somebody.password()));
        assertThat(browsing.session()).isNotEqualTo(before);
        assertThat(new Person(service.baseUrl(), somebody.user(), before)
                        .get("/dashboard")
                        .statusCode())
                .isEqualTo(303);
    }

    @Test
    void a_cookie_that_somebody_else_chose_becomes_no_session() {
        var somebody = somebody(Role.OWNER);
        var browsing = browsing();
        browsing.cookies().put("sluice_session", "chosen-by-somebody-else");
        browsing.post("/dashboard/sign-in", credentials(somebody.user(), somebody.password()));
        assertThat(browsing.session()).isNotEqualTo("chosen-by-somebody-else").hasSizeGreaterThan(80);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "null", "http://127.0.0.1:1"})
    void a_sign_in_from_another_site_is_none(String origin) {
        var somebody = somebody(Role.OWNER);
        var browsing = browsing().with("Origin", origin);
        assertThat(browsing.post("/dashboard/sign-in", credentials(somebody.user(), somebody.password()))
                        .statusCode())
                .isEqualTo(403);
        assertThat(browsing.session()).isEmpty();
    }

    /// Applies to every client and before parsing, because a parsed form needs many times its length in memory.
    @Test
    void a_form_that_is_longer_than_any_by_which_people_come_in_is_refused() {
        var nobody = new Person(service.baseUrl(), somebody(Role.OWNER).user(), "");
        var type = "application/x-www-form-urlencoded";
        for (var path : List.of("/dashboard/sign-in", "/dashboard/sign-in/passkey", "/dashboard/password")) {
            var longer = nobody.postAsIs(path, type, ("email=" + "x".repeat(200_000)).getBytes(UTF_8));
            assertThat(longer.statusCode()).as(path).isEqualTo(413);
            assertThat(longer.body()).as(path).contains("larger than 128 KiB");
            var dense = nobody.postAsIs(path, type, "email=x&".repeat(300).getBytes(UTF_8));
            assertThat(dense.statusCode()).as(path).isEqualTo(400);
            assertThat(dense.body()).as(path).contains("must not have more than 256 fields");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site"})
    void browsers_say_where_a_form_comes_from(String site) {
        var person = person(Role.OWNER);
        assertThat(renamed(person, site)).isEqualTo(403);
        assertThat(users().find(person.user().email()).orElseThrow().name())
                .isEqualTo(person.user().name());
        assertThat(renamed(person, "same-origin")).isEqualTo(303);
    }

    private int renamed(Person person, String site) {
        var browsing = browsing().with("Sec-Fetch-Site", site);
        browsing.cookies().put("sluice_session", person.token());
        return browsing.post("/dashboard/account/name", Map.of("name", "Taken", "formToken", person.formToken()))
                .statusCode();
    }

    @Test
    void a_form_without_its_token_or_with_anothers_does_nothing() {
        var person = person(Role.OWNER);
        var other = person(Role.OWNER);
        assertThat(person.postAsIs("/dashboard/account/name", Map.of("name", "Taken"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(person.postAsIs("/dashboard/account/name", Map.of("name", "Taken", "formToken", other.formToken()))
                        .statusCode())
                .isEqualTo(403);
        assertThat(users().find(person.user().email()).orElseThrow().name())
                .isEqualTo(person.user().name());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/",
                "//evil.example",
                "/\\evil.example",
                "javascript:alert(1)",
                "/dashboard\\..\\..\\evil",
                "/dashboardevil.example",
                "/dashboard/../v1",
                "/dashboard.evil.example"
            })
    void nobody_is_sent_elsewhere(String to) {
        var somebody = somebody(Role.OWNER);
        var answer = browsing()
                .post(
                        "/dashboard/sign-in",
                        Map.of("email", somebody.user().email(), "password", somebody.password(), "to", to));
        assertThat(answer.headers().firstValue("Location")).contains("/dashboard");
    }

    @Test
    void one_goes_on_to_where_one_wanted() {
        var somebody = somebody(Role.OWNER);
        var answer = browsing()
                .post(
                        "/dashboard/sign-in",
                        Map.of(
                                "email", somebody.user().email(),
                                "password", somebody.password(),
                                "to", "/dashboard/account?tab=1"));
        assertThat(answer.headers().firstValue("Location")).contains("/dashboard/account?tab=1");
    }

    @Test
    void a_flood_of_the_same_sign_in_is_many_attempts() {
        var somebody = somebody(Role.OWNER);
        var person = new Person(service.baseUrl(), somebody.user(), "");
        try (var executor = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = java.util.stream.IntStream.range(0, 20)
                    .mapToObj(i -> executor.submit(() -> person.postAsIs(
                                    "/dashboard/sign-in", credentials(somebody.user(), "wrong password " + i))
                            .statusCode()))
                    .toList()
                    .stream()
                    .map(this::answer)
                    .toList();
            assertThat(answers).contains(429);
            assertThat(answers).isSubsetOf(401, 429, 503);
        }
    }

    private int answer(java.util.concurrent.Future<Integer> future) {
        try {
            return future.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        } catch (java.util.concurrent.ExecutionException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
