package dev.sluice.dashboard.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.AuditFilter;
import dev.sluice.audit.Audits;
import dev.sluice.audit.Entry;
import dev.sluice.dashboard.Authenticator;
import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.http.Page;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Passkeys as a browser answers for them, rightly and wrongly.
class PasskeyTest extends DashboardTest {
    private static final String PASSKEYS = "/dashboard/account/passkeys";
    private static final String SIGN_IN = "/dashboard/sign-in/passkey";
    private static final String SECOND_STEP = "/dashboard/sign-in/code/passkey";
    private static final Pattern OPTIONS = Pattern.compile("data-options=\"(\\{[^\"]+})\"");
    private static final Pattern LINK = Pattern.compile("href=\"" + PASSKEYS + "/([0-9a-f-]{36})\"");

    /// Somebody who has signed in, in a browser that keeps cookies.
    private record Member(User.WithPassword somebody, Person person, Browsing browsing) {
        HttpResponse<String> post(String path, Map<String, String> fields) {
            var all = new HashMap<>(fields);
            all.put("formToken", person.formToken());
            return browsing.post(path, all);
        }

        /// Proves who they are, and gives what the browser is asked then.
        String begin() {
            var page = post(PASSKEYS + "/new", Map.of("name", "Phone", "proof", somebody.password()));
            assertThat(page.statusCode()).isEqualTo(200);
            var found = OPTIONS.matcher(page.body());
            assertThat(found.find()).isTrue();
            return found.group(1).replace("&#34;", "\"");
        }

        HttpResponse<String> confirm(String answer) {
            return post(PASSKEYS + "/new/confirm", Map.of("name", "Phone", "credential", answer));
        }
    }

    /// All tests sit at one place of the network, and each has attempts of its own.
    @BeforeEach
    void forgetAttempts() {
        service.connections().run(tx -> tx.handle().execute("DELETE FROM signin_throttle"));
    }

    private Member member(Role role) {
        var somebody = somebody(role);
        var token = sessions().open(somebody.user(), "127.0.0.1", "Firefox/1", false);
        var browsing = new Browsing(service.baseUrl());
        browsing.cookies().put("sluice_session", token);
        return new Member(somebody, new Person(service.baseUrl(), somebody.user(), token), browsing);
    }

    private static Authenticator device() {
        return new Authenticator("http://localhost:" + service.baseUrl().getPort());
    }

    /// A device that has a passkey of somebody's.
    private static Authenticator added(Member member) {
        var device = device();
        assertThat(member.confirm(device.create(member.begin()))
                        .headers()
                        .firstValue("Location"))
                .contains("/dashboard/account");
        return device;
    }

    private static String options(Browsing browsing, String path) {
        var answer = browsing.post(path + "/options", Map.of());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        return answer.body();
    }

    private static HttpResponse<String> signIn(Browsing browsing, Authenticator device) {
        return browsing.post(SIGN_IN, Map.of("credential", device.sign(options(browsing, SIGN_IN))));
    }

    private static Browsing browsing() {
        return new Browsing(service.baseUrl());
    }

    private static void assertRefused(Authenticator device) {
        var browsing = browsing();
        var answer = signIn(browsing, device);
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).contains("That passkey was not accepted");
        assertThat(browsing.session()).isEmpty();
    }

    private static String idOf(Member member) {
        var found = LINK.matcher(member.browsing().get("/dashboard/account").body());
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    @Test
    void a_passkey_is_both_steps_and_is_asked_for_no_password() {
        var member = member(Role.OWNER);
        var device = added(member);
        device.count = 1;
        var browsing = browsing();
        var answer = browsing.post(
                SIGN_IN,
                Map.of("credential", device.sign(options(browsing, SIGN_IN)), "to", "/dashboard/account"));
        assertThat(answer.headers().firstValue("Location")).contains("/dashboard/account");
        assertThat(browsing.get("/dashboard/account").body())
                .contains(member.somebody().user().email(), "Phone");
        assertThat(sessions()
                        .of(member.somebody().user())
                        .getFirst()
                        .strong())
                .isTrue();
        assertThat(sessions().visitor(browsing.session()).orElseThrow().strong()).isTrue();
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
        assertThat(browsing.post(SIGN_IN, Map.of("credential", device.sign(options))).statusCode())
                .isEqualTo(401);
        device.tampers = false;
        browsing.cookies().put("sluice_challenge", cookie);
        assertThat(browsing.post(SIGN_IN, Map.of("credential", device.sign(options))).statusCode())
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
        assertRefusedOnceWrong(device -> device.origin = "http://127.0.0.1:" + service.baseUrl().getPort());
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
    void a_device_that_does_not_count_signs_in_again_and_again() {
        var device = added(member(Role.OWNER));
        assertThat(signIn(browsing(), device).statusCode()).isEqualTo(303);
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
        assertThat(other.browsing()
                        .get(PASSKEYS + "/" + idOf(anothers))
                        .statusCode())
                .isEqualTo(404);
        assertThat(other.post(
                                PASSKEYS + "/" + idOf(anothers) + "/remove",
                                Map.of("proof", other.somebody().password()))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_passkey_that_was_removed_opens_nothing_and_can_be_made_anew() {
        var member = member(Role.OWNER);
        var device = added(member);
        var path = PASSKEYS + "/" + idOf(member);
        assertThat(member.post(path + "/remove", Map.of("proof", "not this one")).statusCode())
                .isEqualTo(400);
        assertThat(signIn(browsing(), device).statusCode()).isEqualTo(303);
        assertThat(member.post(path + "/remove", Map.of("proof", member.somebody().password()))
                        .statusCode())
                .isEqualTo(303);
        assertThat(member.browsing().get("/dashboard/account").body()).doesNotContain(path);
        assertRefused(device);
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
        assertThat(member.confirm(device.create(member.begin().replaceAll(
                                        "\"challenge\":\"[^\"]+\"",
                                        forSigningIn.replaceAll(".*(\"challenge\":\"[^\"]+\").*", "$1"))))
                        .statusCode())
                .isEqualTo(400);
        assertThat(member.confirm("{\"id\":1}").statusCode()).isEqualTo(400);
        assertThat(member.confirm("").statusCode()).isEqualTo(400);
        assertThat(member.post(PASSKEYS + "/new", Map.of("name", " ", "proof", member.somebody().password()))
                        .body())
                .contains("A name has 1 to 60 characters");
        assertRefused(device);
    }

    @Test
    void ten_passkeys_are_the_most() {
        var member = member(Role.OWNER);
        // A page that was open before there were ten.
        var early = member.begin();
        var cookie = member.browsing().cookies().get("sluice_challenge");
        for (int i = 0; i < 10; i++) {
            added(member);
        }
        assertThat(member.post(PASSKEYS + "/new", Map.of("name", "Phone", "proof", member.somebody().password()))
                        .body())
                .contains("You have 10 passkeys");
        member.browsing().cookies().put("sluice_challenge", cookie);
        assertThat(member.confirm(device().create(early)).statusCode()).isEqualTo(409);
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

    @Test
    void a_passkey_is_the_second_step_of_who_has_one() {
        var member = member(Role.OWNER);
        var device = added(member);
        new Phone(service.baseUrl()).turnOn(member.somebody());
        var browsing = half(member.somebody());
        assertThat(browsing.get("/dashboard/sign-in/code").body()).contains("action=\"" + SECOND_STEP + "\"");
        var stranger = added(member(Role.OWNER));
        assertThat(browsing.post(
                                SECOND_STEP, Map.of("credential", stranger.sign(options(browsing, SECOND_STEP))))
                        .statusCode())
                .as("a passkey of somebody else's")
                .isEqualTo(401);
        var mine = options(browsing, SECOND_STEP);
        assertThat(mine).contains("\"transports\":[\"internal\"]");
        // Devices may leave out whose it is where they were told which passkeys are meant.
        device.userHandle = new byte[0];
        assertThat(browsing.post(SIGN_IN, Map.of("credential", device.sign(mine))).statusCode())
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
        assertThat(member.post(path, Map.of("proof", member.somebody().password())).statusCode())
                .isEqualTo(303);
        assertThat(letters(member)).satisfiesExactly(
                removed -> assertThat(removed.subject()).isEqualTo("Passkey dihapus dari akun Anda"),
                added -> assertThat(added.text())
                        .contains("Phone", " UTC", "127.0.0.1", "Jika bukan Anda", "/dashboard/account"));
        assertThat(browsing().get("/dashboard/outbox").body()).contains("Passkey ditambahkan ke akun Anda");
        var entries = entries();
        assertThat(entries.stream().map(each -> each.deed().action()))
                .containsExactly(
                        "account/passkeys/{id}/remove",
                        "sign-in/passkey",
                        "account/passkeys/new/confirm",
                        "account/passkeys/new");
        assertThat(entries).allSatisfy(each -> {
            assertThat(each.isDone()).isTrue();
            assertThat(each.deed().actor().id()).isEqualTo(member.somebody().user().id());
            assertThat(each.fields().keySet()).isSubsetOf("name");
        });
    }

    private List<Mail> letters(Member member) {
        return mails().latest(50).stream()
                .map(letter -> letter.mail())
                .filter(mail -> mail.to().equals(member.somebody().user().email()))
                .toList();
    }

    private List<Entry> entries() {
        return Audits.wire(service.connections(), service.vault(), service.clocks())
                .page(
                        merchant.organizationId(),
                        AuditFilter.all(),
                        new Page.Request(20, 1, Page.Sort.CREATED_DESCENDING))
                .docs();
    }
}
