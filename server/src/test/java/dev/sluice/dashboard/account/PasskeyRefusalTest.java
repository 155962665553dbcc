package dev.sluice.dashboard.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.Authenticator;
import dev.sluice.dashboard.Browsing;
import dev.sluice.merchant.Role;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Tests of invalid passkey responses, and of passkeys that give no access.
class PasskeyRefusalTest extends PasskeyCase {
    private static final String CODE = "/dashboard/sign-in/code";
    private static final String FACTOR = "/dashboard/account/second-factor";
    private static final Pattern SECRET = Pattern.compile("id=\"secret\">([A-Z2-7 ]+)<");

    @Test
    void an_answer_works_once_and_only_in_the_browser_that_was_asked() {
        var device = added(member(Role.OWNER));
        device.count = 1;
        var browsing = browsing();
        var answer = device.sign(options(browsing, SIGN_IN));
        var cookie = browsing.cookies().get("sluice_challenge");
        assertThat(browsing().post(SIGN_IN, Map.of("credential", answer)).statusCode())
                .as("without the cookie")
                .isEqualTo(401);
        var other = browsing();
        options(other, SIGN_IN);
        assertThat(other.post(SIGN_IN, Map.of("credential", answer)).statusCode())
                .as("asked something else")
                .isEqualTo(401);
        assertThat(browsing.post(SIGN_IN, Map.of("credential", answer)).statusCode())
                .isEqualTo(303);
        device.count = 0;
        var replayed = browsing();
        replayed.cookies().put("sluice_challenge", cookie);
        assertThat(replayed.post(SIGN_IN, Map.of("credential", answer)).statusCode())
                .isEqualTo(401);
        assertThat(replayed.session()).isEmpty();
    }

    @Test
    void a_challenge_is_used_up_by_a_wrong_answer_too() {
        var device = added(member(Role.OWNER));
        var browsing = browsing();
        var options = options(browsing, SIGN_IN);
        var cookie = browsing.cookies().get("sluice_challenge");
        device.tampers = true;
        assertThat(browsing.post(SIGN_IN, Map.of("credential", device.sign(options)))
                        .statusCode())
                .isEqualTo(401);
        device.tampers = false;
        browsing.cookies().put("sluice_challenge", cookie);
        assertThat(browsing.post(SIGN_IN, Map.of("credential", device.sign(options)))
                        .statusCode())
                .isEqualTo(401);
    }

    private void assertRefusedOnceWrong(Consumer<Authenticator> wrong) {
        var device = added(member(Role.OWNER));
        wrong.accept(device);
        assertRefused(device);
    }

    @Test
    void another_site_gets_nowhere() {
        assertRefusedOnceWrong(device -> device.origin = "https://evil.example");
        assertRefusedOnceWrong(device ->
                device.origin = "http://127.0.0.1:" + service.baseUrl().getPort());
        assertRefusedOnceWrong(device -> device.partyId = "evil.example");
    }

    @Test
    void a_signature_that_was_tampered_with_is_none() {
        assertRefusedOnceWrong(device -> device.tampers = true);
    }

    @Test
    void a_device_has_to_know_who_holds_it() {
        assertRefusedOnceWrong(device -> device.verifies = false);
    }

    @Test
    void a_count_that_goes_back_is_that_of_a_copy() {
        var device = added(member(Role.OWNER));
        device.count = 7;
        assertThat(signIn(browsing(), device).statusCode()).isEqualTo(303);
        assertRefused(device);
        device.count = 6;
        assertRefused(device);
        device.count = 0;
        assertRefused(device);
        device.count = 8;
        assertThat(signIn(browsing(), device).statusCode()).isEqualTo(303);
    }

    @Test
    void a_passkey_opens_nobody_elses_account() {
        var one = added(member(Role.OWNER));
        var other = added(member(Role.OWNER));
        one.userHandle = other.userHandle;
        assertRefused(one);
        one.userHandle = new byte[0];
        assertRefused(one);
        assertRefused(device());
    }

    @Test
    void one_passkey_belongs_to_one_person() {
        var device = added(member(Role.OWNER));
        var other = member(Role.VIEWER);
        assertThat(other.confirm(device.create(other.begin())).statusCode()).isEqualTo(409);
        var anothers = member(Role.OWNER);
        added(anothers);
        assertThat(other.browsing().get(PASSKEYS + "/" + idOf(anothers)).statusCode())
                .isEqualTo(404);
        assertThat(other.post(
                                PASSKEYS + "/" + idOf(anothers) + "/remove",
                                Map.of("proof", other.somebody().password()))
                        .statusCode())
                .isEqualTo(404);
    }

    /// Windows Hello creates RSA keys of 2048 bits.
    @Test
    void a_key_that_is_too_short_is_not_taken() {
        var origin = "http://localhost:" + service.baseUrl().getPort();
        var member = member(Role.OWNER);
        var weak = Authenticator.rsa(origin, 1024);
        assertThat(member.confirm(weak.create(member.begin())).statusCode()).isEqualTo(400);
        assertRefused(weak);
        var device = Authenticator.rsa(origin, 2048);
        assertThat(member.confirm(device.create(member.begin())).statusCode()).isEqualTo(303);
        assertThat(signIn(browsing(), device).statusCode()).isEqualTo(303);
    }

    @Test
    void who_has_no_access_has_none_by_a_passkey() {
        var member = member(Role.OWNER);
        var device = added(member);
        users().disable(merchant.organizationId(), member.somebody().user().email());
        assertRefused(device);
    }

    @Test
    void nobody_adds_a_passkey_without_the_password_or_with_a_challenge_for_something_else() {
        var member = member(Role.OWNER);
        assertThat(member.post(PASSKEYS + "/new", Map.of("name", "Phone", "proof", "not this one"))
                        .statusCode())
                .isEqualTo(400);
        var forSigningIn = options(member.browsing(), SIGN_IN);
        var device = device();
        assertThat(member.confirm(device.create(member.begin()
                                .replaceAll(
                                        "\"challenge\":\"[^\"]+\"",
                                        forSigningIn.replaceAll(".*(\"challenge\":\"[^\"]+\").*", "$1"))))
                        .statusCode())
                .isEqualTo(400);
        assertThat(member.confirm("{\"id\":1}").statusCode()).isEqualTo(400);
        assertThat(member.confirm("").statusCode()).isEqualTo(400);
        assertThat(member.post(
                                PASSKEYS + "/new",
                                Map.of("name", " ", "proof", member.somebody().password()))
                        .body())
                .contains("Enter a name of 1 to 60 characters");
        assertRefused(device);
    }

    private void requireMore() {
        var answer = person(Role.OWNER).post("/dashboard/team/second-factor", Map.of("state", "on"));
        assertThat(answer.statusCode()).isEqualTo(303);
    }

    @Test
    void where_a_password_is_not_enough_it_changes_nothing_of_who_has_a_passkey() {
        var member = member(Role.MAKER);
        var password = member.somebody().password();
        assertThat(member.post(FACTOR, Map.of("password", password)).statusCode())
                .isEqualTo(303);
        var secret = SECRET.matcher(member.browsing().get(FACTOR).body());
        assertThat(secret.find()).isTrue();
        var early = member.begin();
        var cookie = member.browsing().cookies().get("sluice_challenge");
        var device = added(member);
        var path = PASSKEYS + "/" + idOf(member);
        requireMore();

        assertThat(member.post(FACTOR, Map.of("password", password)).statusCode())
                .isEqualTo(409);
        var code = Phone.code(secret.group(1), Instant.now());
        assertThat(member.post(FACTOR + "/confirm", Map.of("code", code)).statusCode())
                .isEqualTo(409);
        assertThat(member.browsing().get(FACTOR).body())
                .contains("sign in with your passkey or app")
                .doesNotContain("id=\"secret\"");
        assertThat(member.post(PASSKEYS + "/new", Map.of("name", "Other", "proof", password))
                        .statusCode())
                .isEqualTo(409);
        member.browsing().cookies().put("sluice_challenge", cookie);
        assertThat(member.confirm(device().create(early)).statusCode()).isEqualTo(409);
        assertThat(member.post(path + "/remove", Map.of("proof", password)).statusCode())
                .isEqualTo(409);
        assertThat(member.browsing().get("/dashboard/account").body()).contains(path);
        assertThat(signIn(browsing(), device).statusCode()).isEqualTo(303);
    }

    @Test
    void where_a_password_is_not_enough_a_passkey_is_asked_for_after_it() {
        var member = member(Role.MAKER);
        var device = added(member);
        requireMore();
        var browsing = browsing();
        assertThat(withPassword(browsing, member)).startsWith(CODE);
        assertThat(browsing.session()).isEmpty();
        assertThat(browsing.get(CODE).body()).contains("Use your passkey").doesNotContain("name=\"code\"");
        var step = CODE + "/passkey";
        assertThat(browsing.post(step, Map.of("credential", device.sign(options(browsing, step))))
                        .statusCode())
                .isEqualTo(303);
        assertThat(browsing.get("/dashboard").statusCode()).isEqualTo(200);
    }

    @Test
    void where_a_password_is_not_enough_who_lost_their_passkey_is_helped() {
        var member = member(Role.MAKER);
        added(member);
        requireMore();
        var id = member.somebody().user().id();
        assertThat(person(Role.OWNER)
                        .post("/dashboard/team/" + id + "/second-factors", Map.of())
                        .statusCode())
                .isEqualTo(303);
        var browsing = browsing();
        assertThat(withPassword(browsing, member)).doesNotStartWith(CODE);
        assertThat(browsing.get(FACTOR).body()).contains("Set it up now");
    }

    private static String withPassword(Browsing browsing, Member member) {
        var answer = browsing.post(
                "/dashboard/sign-in",
                Map.of(
                        "email",
                        member.somebody().user().email(),
                        "password",
                        member.somebody().password()));
        return answer.headers().firstValue("Location").orElse("");
    }

    @Test
    void guessing_is_slowed_down() {
        var device = added(member(Role.OWNER));
        device.tampers = true;
        for (int i = 0; i < 6; i++) {
            assertRefused(device);
        }
        var answer = signIn(browsing(), device);
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void what_is_no_answer_at_all_is_refused() {
        var browsing = browsing();
        for (var answer : List.of("", "null", "[]", "{}", "{\"id\":\"AA\",\"response\":{}}", "x".repeat(30_000))) {
            options(browsing, SIGN_IN);
            assertThat(browsing.post(SIGN_IN, Map.of("credential", answer)).statusCode())
                    .isEqualTo(401);
        }
    }
}
