package dev.sluice.dashboard.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.Person;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests of valid passkey responses.
class PasskeyTest extends PasskeyCase {
    private static final String SECOND_STEP = "/dashboard/sign-in/code/passkey";

    @Test
    void a_passkey_is_both_steps_and_is_asked_for_no_password() {
        var member = member(Role.OWNER);
        var device = added(member);
        device.count = 1;
        var browsing = browsing();
        var answer = browsing.post(
                SIGN_IN, Map.of("credential", device.sign(options(browsing, SIGN_IN)), "to", "/dashboard/account"));
        assertThat(answer.headers().firstValue("Location")).contains("/dashboard/account");
        assertThat(browsing.get("/dashboard/account").body())
                .contains(member.somebody().user().email(), "Phone");
        assertThat(sessions().of(member.somebody().user()).getFirst().strong()).isTrue();
        assertThat(sessions().visitor(browsing.session()).orElseThrow().strong())
                .isTrue();
    }

    @Test
    void devices_are_told_nothing_of_the_person_but_what_they_show() {
        var member = member(Role.VIEWER);
        var device = added(member);
        var user = member.somebody().user();
        assertThat(device.userHandle).hasSize(32);
        assertThat(HexFormat.of().formatHex(device.userHandle))
                .doesNotContain(user.id().toString().replace("-", ""));
        var again = device();
        again.create(member.begin());
        assertThat(again.userHandle).isEqualTo(device.userHandle);
        assertThat(options(browsing(), SIGN_IN)).contains("\"allowCredentials\":[]");
    }

    @Test
    void a_device_that_does_not_count_signs_in_again_and_again() {
        var device = added(member(Role.OWNER));
        assertThat(signIn(browsing(), device).statusCode()).isEqualTo(303);
        assertThat(signIn(browsing(), device).statusCode()).isEqualTo(303);
    }

    @Test
    void a_passkey_that_was_removed_opens_nothing_and_can_be_made_anew() {
        var member = member(Role.OWNER);
        var device = added(member);
        var path = PASSKEYS + "/" + idOf(member);
        assertThat(member.post(path + "/remove", Map.of("proof", "not this one"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(signIn(browsing(), device).statusCode()).isEqualTo(303);
        assertThat(member.post(
                                path + "/remove",
                                Map.of("proof", member.somebody().password()))
                        .statusCode())
                .isEqualTo(303);
        assertThat(member.browsing().get("/dashboard/account").body()).doesNotContain(path);
        assertRefused(device);
        assertThat(member.confirm(device.create(member.begin())).statusCode()).isEqualTo(303);
        assertThat(signIn(browsing(), device).statusCode()).isEqualTo(303);
    }

    @Test
    void ten_passkeys_are_the_most() {
        var member = member(Role.OWNER);
        // A page that was opened before the limit was reached.
        var early = member.begin();
        var cookie = member.browsing().cookies().get("sluice_challenge");
        for (int i = 0; i < 10; i++) {
            added(member);
        }
        assertThat(member.post(
                                PASSKEYS + "/new",
                                Map.of(
                                        "name",
                                        "Phone",
                                        "proof",
                                        member.somebody().password()))
                        .body())
                .contains("You have 10 passkeys");
        member.browsing().cookies().put("sluice_challenge", cookie);
        assertThat(member.confirm(device().create(early)).statusCode()).isEqualTo(409);
    }

    @Test
    void a_passkey_is_the_second_step_of_who_has_one() {
        var member = member(Role.OWNER);
        var device = added(member);
        new Phone(service.baseUrl()).turnOn(member.somebody());
        var browsing = half(member.somebody());
        assertThat(browsing.get("/dashboard/sign-in/code").body()).contains("action=\"" + SECOND_STEP + "\"");
        var stranger = added(member(Role.OWNER));
        assertThat(browsing.post(SECOND_STEP, Map.of("credential", stranger.sign(options(browsing, SECOND_STEP))))
                        .statusCode())
                .as("a passkey of somebody else's")
                .isEqualTo(401);
        var mine = options(browsing, SECOND_STEP);
        assertThat(mine).contains("\"transports\":[\"internal\"]");
        // Authenticators may omit the user handle if the options list the allowed passkeys.
        device.userHandle = new byte[0];
        assertThat(browsing.post(SIGN_IN, Map.of("credential", device.sign(mine)))
                        .statusCode())
                .as("as if it were the first step")
                .isEqualTo(401);
        var answer = browsing.post(SECOND_STEP, Map.of("credential", device.sign(options(browsing, SECOND_STEP))));
        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(browsing.get("/dashboard/account").statusCode()).isEqualTo(200);
        assertThat(browsing().post(SECOND_STEP + "/options", Map.of()).statusCode())
                .as("nobody is half in")
                .isEqualTo(404);
    }

    @Test
    void who_has_no_passkey_is_not_asked_for_one() {
        var somebody = somebody(Role.OWNER);
        new Phone(service.baseUrl()).turnOn(somebody);
        var browsing = half(somebody);
        assertThat(browsing.get("/dashboard/sign-in/code").body()).doesNotContain(SECOND_STEP);
        assertThat(browsing.post(SECOND_STEP + "/options", Map.of()).statusCode())
                .isEqualTo(404);
    }

    private static Browsing half(User.WithPassword somebody) {
        var browsing = browsing();
        browsing.post("/dashboard/sign-in", Map.of("email", somebody.user().email(), "password", somebody.password()));
        assertThat(browsing.session()).isEmpty();
        return browsing;
    }

    @Test
    void a_code_of_the_second_step_is_a_proof_too_and_is_used_up() {
        var somebody = somebody(Role.OWNER);
        var phone = new Phone(service.baseUrl());
        var token = phone.turnOn(somebody);
        var browsing = new Browsing(service.baseUrl());
        browsing.cookies().put("sluice_session", token);
        var member = new Member(somebody, new Person(service.baseUrl(), somebody.user(), token), browsing);
        var proof = Map.of("name", "Phone", "proof", phone.recovery().getFirst());
        assertThat(member.post(PASSKEYS + "/new", proof).statusCode()).isEqualTo(200);
        assertThat(member.post(PASSKEYS + "/new", proof).statusCode()).isEqualTo(400);
    }

    @Test
    void names_are_changed_and_shown_as_they_are() {
        var member = member(Role.VIEWER);
        added(member);
        var path = PASSKEYS + "/" + idOf(member);
        assertThat(member.post(path + "/name", Map.of("name", "")).statusCode()).isEqualTo(400);
        assertThat(member.post(path + "/name", Map.of("name", "Key <b>")).statusCode())
                .isEqualTo(303);
        assertThat(member.browsing().get("/dashboard/account").body()).contains("Key &lt;b>");
    }

    @Test
    void people_are_told_by_mail_and_the_audit_log_knows() {
        var member = member(Role.OWNER);
        member.browsing().with("Accept-Language", "id");
        var device = added(member);
        assertThat(signIn(browsing(), device).statusCode()).isEqualTo(303);
        var path = PASSKEYS + "/" + idOf(member) + "/remove";
        assertThat(member.post(path, Map.of("proof", member.somebody().password()))
                        .statusCode())
                .isEqualTo(303);
        assertThat(letters(member))
                .satisfiesExactly(
                        removed -> assertThat(removed.subject()).isEqualTo("Passkey dihapus dari akun Anda"),
                        added -> assertThat(added.text())
                                .contains("Phone", " UTC", "127.0.0.1", "Jika bukan Anda", "/dashboard/account"));
        assertThat(browsing().get("/dashboard/mail").body()).contains("Passkey ditambahkan ke akun Anda");
        var entries = deeds(merchant.organizationId(), 20);
        assertThat(entries.stream().map(each -> each.action().action()))
                .containsExactly(
                        "account/passkeys/{id}/remove",
                        "sign-in/passkey",
                        "account/passkeys/new/confirm",
                        "account/passkeys/new");
        assertThat(entries).allSatisfy(each -> {
            assertThat(each.isDone()).isTrue();
            assertThat(each.action().actor().id())
                    .isEqualTo(member.somebody().user().id());
            assertThat(each.fields().keySet()).isSubsetOf("name", "path.id");
        });
    }

    private List<Mail> letters(Member member) {
        return mails().latest(50).stream()
                .map(stored -> stored.mail())
                .filter(mail -> mail.to().equals(member.somebody().user().email()))
                .toList();
    }
}
