package dev.sluice.dashboard.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Widths;
import dev.sluice.dashboard.Browsing;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.signin.SecondFactors;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of the account page, and of the second factor at sign-in.
class AccountTest extends SecondFactorCase {
    private Browsing half(User.WithPassword somebody) {
        var browsing = new Browsing(service.baseUrl());
        var answer = browsing.post(
                "/dashboard/sign-in",
                Map.of("email", somebody.user().email(), "password", somebody.password(), "to", "/dashboard/account"));
        assertThat(answer.headers().firstValue("Location"))
                .contains("/dashboard/sign-in/code?to=%2Fdashboard%2Faccount");
        assertThat(browsing.session()).isEmpty();
        return browsing;
    }

    @Test
    void a_sign_in_asks_for_a_code_and_takes_it_once() {
        var somebody = somebody(Role.OWNER);
        var enrolled = enrolled(somebody);
        assertThat(enrolled.person().get("/dashboard").statusCode()).isEqualTo(200);
        var browsing = half(somebody);
        assertThat(browsing.get("/dashboard").statusCode()).isEqualTo(303);
        assertThat(browsing.get("/dashboard/account").statusCode()).isEqualTo(303);
        var used = Phone.code(enrolled.secret(), Instant.now());
        assertThat(browsing.post("/dashboard/sign-in/code", Map.of("code", "000000x"))
                        .statusCode())
                .isEqualTo(401);
        // The confirmation has used up the code of the current time step. That of the next step is accepted,
        // too.
        var next = Phone.code(enrolled.secret(), Instant.now().plusSeconds(30));
        var answer = browsing.post("/dashboard/sign-in/code", Map.of("code", next, "to", "/dashboard/account"));
        assertThat(answer.headers().firstValue("Location")).contains("/dashboard/account");
        assertThat(browsing.get("/dashboard").statusCode()).isEqualTo(200);
        var again = half(somebody);
        assertThat(again.post("/dashboard/sign-in/code", Map.of("code", next)).statusCode())
                .isEqualTo(401);
        assertThat(again.post("/dashboard/sign-in/code", Map.of("code", used)).statusCode())
                .isEqualTo(401);
        assertThat(again.session()).isEmpty();
    }

    @Test
    void a_recovery_code_works_once() {
        var somebody = somebody(Role.OWNER);
        var recovery = enrolled(somebody).recovery();
        assertThat(recovery).hasSize(10).doesNotHaveDuplicates();
        var code = recovery.getFirst().toLowerCase(java.util.Locale.ROOT);
        assertThat(code.length()).isLessThanOrEqualTo(SecondFactors.CODE_LENGTH_MAX);
        assertThat(half(somebody)
                        .post("/dashboard/sign-in/code", Map.of("code", code))
                        .statusCode())
                .isEqualTo(303);
        assertThat(half(somebody)
                        .post("/dashboard/sign-in/code", Map.of("code", code))
                        .statusCode())
                .isEqualTo(401);
    }

    /// Recovery codes had 16 and later 24 letters before they had 32.
    @ParameterizedTest
    @ValueSource(strings = {"ABCD-EFGH-IJKL-MNOP", "ABCD-EFGH-IJKL-MNOP-QRST-UVWX"})
    void a_recovery_code_from_before_is_good_still(String code) throws NoSuchAlgorithmException {
        var somebody = somebody(Role.OWNER);
        enrolled(somebody);
        var hash = MessageDigest.getInstance("SHA-256")
                .digest(code.replace("-", "").getBytes(StandardCharsets.US_ASCII));
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate("INSERT INTO signin_recovery_code (organization_id, user_id, code_sha256)"
                                + " VALUES (:organization, :user, :hash)")
                        .bind("organization", somebody.user().organizationId())
                        .bind("user", somebody.user().id())
                        .bind("hash", hash)
                        .execute());
        assertThat(half(somebody)
                        .post("/dashboard/sign-in/code", Map.of("code", code))
                        .statusCode())
                .isEqualTo(303);
    }

    @Test
    void guessing_codes_is_slowed_down_whoever_signs_in_again() {
        var somebody = somebody(Role.OWNER);
        var enrolled = enrolled(somebody);
        var guesser = half(somebody);
        var owner = half(somebody);
        // Each wait is twice as long as the previous one, so that it eventually outlasts ten requests on any
        // machine.
        int refusedInTurn = 0;
        for (int i = 0; refusedInTurn < 10; i++) {
            assertThat(i).as("guesses").isLessThan(500);
            int status = guesser.post("/dashboard/sign-in/code", Map.of("code", "00000" + i % 10))
                    .statusCode();
            assertThat(status).isIn(401, 429);
            refusedInTurn = status == 429 ? refusedInTurn + 1 : 0;
        }
        assertThat(owner.post(
                                "/dashboard/sign-in/code",
                                Map.of("code", enrolled.recovery().getFirst()))
                        .statusCode())
                .isEqualTo(429);
    }

    @Test
    void turning_it_off_needs_password_and_code() {
        var somebody = somebody(Role.OWNER);
        var enrolled = enrolled(somebody);
        var person = enrolled.person();
        var code = enrolled.recovery().getFirst();
        assertThat(person.post(FACTOR + "/off", Map.of("password", "not this one", "code", code))
                        .statusCode())
                .isEqualTo(400);
        assertThat(person.post(FACTOR + "/off", Map.of("password", somebody.password(), "code", "123456"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(person.post(FACTOR + "/off", Map.of("password", somebody.password(), "code", code))
                        .statusCode())
                .isEqualTo(303);
        var browsing = new Browsing(service.baseUrl());
        browsing.post("/dashboard/sign-in", Map.of("email", somebody.user().email(), "password", somebody.password()));
        assertThat(browsing.session()).isNotEmpty();
    }

    @Test
    void new_recovery_codes_replace_those_from_before() {
        var somebody = somebody(Role.OWNER);
        var enrolled = enrolled(somebody);
        var before = enrolled.recovery();
        var answer = enrolled.person().post(FACTOR + "/codes", Map.of("codeForCodes", before.get(0)));
        assertThat(all(RECOVERY, answer.body())).hasSize(10).doesNotContainAnyElementsOf(before);
        assertThat(mails().latest(50)).anySatisfy(stored -> {
            assertThat(stored.mail().to()).isEqualTo(somebody.user().email());
            assertThat(stored.mail().subject()).isEqualTo("Your recovery codes were replaced");
            assertThat(stored.mail().text()).contains("127.0.0.1", service.baseUrl() + "/dashboard/password");
        });
        assertThat(half(somebody)
                        .post("/dashboard/sign-in/code", Map.of("code", before.get(1)))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void nobody_adds_a_phone_without_the_password() {
        var somebody = somebody(Role.VIEWER);
        var person = signedIn(somebody);
        assertThat(person.post(FACTOR, Map.of("password", "not this one")).statusCode())
                .isEqualTo(400);
        assertThat(person.get(FACTOR).body()).doesNotContain("id=\"secret\"");
        assertThat(person.post(FACTOR + "/confirm", Map.of("code", "123456")).statusCode())
                .isEqualTo(409);
    }

    @Test
    void a_new_password_ends_other_sessions_and_renews_this_one() {
        var somebody = somebody(Role.VIEWER);
        var here = signedIn(somebody);
        var there = signedIn(somebody);
        var path = "/dashboard/account/password";
        var password = "another good password";
        assertThat(here.post(
                                path,
                                Map.of(
                                        "before",
                                        "not this one",
                                        "password",
                                        password,
                                        "passwordConfirmation",
                                        password))
                        .statusCode())
                .isEqualTo(400);
        var done = here.post(
                path, Map.of("before", somebody.password(), "password", password, "passwordConfirmation", password));
        assertThat(done.statusCode()).isEqualTo(303);
        assertThat(there.get("/dashboard").statusCode()).isEqualTo(303);
        assertThat(here.get("/dashboard").statusCode()).isEqualTo(303);
        assertThat(done.headers().allValues("Set-Cookie")).anyMatch(each -> each.startsWith("sluice_session="));
        assertThat(users().authenticate(somebody.user().email(), password)).isPresent();
        assertThat(users().authenticate(somebody.user().email(), somebody.password()))
                .isEmpty();
    }

    @Test
    void people_are_told_by_mail_what_changed() {
        var somebody = somebody(Role.OWNER);
        var enrolled = enrolled(somebody);
        var person = enrolled.person();
        person.post(
                FACTOR + "/off",
                Map.of(
                        "password", somebody.password(),
                        "code", enrolled.recovery().getFirst()));
        var browsing = new Browsing(service.baseUrl()).with("Accept-Language", "id");
        browsing.cookies().put("sluice_session", person.token());
        var password = "another good password";
        var changed = browsing.post(
                "/dashboard/account/password",
                Map.of(
                        "before",
                        somebody.password(),
                        "password",
                        password,
                        "passwordConfirmation",
                        password,
                        "formToken",
                        person.formToken()));
        assertThat(changed.statusCode()).isEqualTo(303);
        var mails = mails().latest(50).stream()
                .map(stored -> stored.mail())
                .filter(mail -> mail.to().equals(somebody.user().email()))
                .toList();
        assertThat(mails.stream().map(mail -> mail.subject()))
                .containsExactly(
                        "Kata sandi Anda diubah",
                        "Two-factor authentication is off",
                        "Two-factor authentication is on");
        assertThat(mails)
                .allSatisfy(mail -> assertThat(mail.text())
                        .contains(
                                " "
                                        + java.time.LocalDate.now(java.time.ZoneOffset.UTC)
                                                .getYear(),
                                " UTC, ",
                                "127.0.0.1",
                                service.baseUrl() + "/dashboard/password"));
        assertThat(mails.getFirst().text()).contains("Jika bukan Anda");
        assertThat(mails.getLast().text()).contains("If this was not you");
        assertThat(browsing.get("/dashboard/mail").body()).contains("Two-factor authentication is off");
    }

    @Test
    void sessions_are_ended_one_by_one_and_all_others_and_never_anothers() {
        var somebody = somebody(Role.VIEWER);
        var here = signedIn(somebody);
        var there = signedIn(somebody);
        var other = person(Role.VIEWER);
        var othersId = sessions().of(other.user()).getFirst().id();
        here.post("/dashboard/account/sessions/" + othersId + "/end", Map.of());
        assertThat(other.get("/dashboard").statusCode()).isEqualTo(200);
        here.post("/dashboard/account/sessions/end-others", Map.of());
        assertThat(there.get("/dashboard").statusCode()).isEqualTo(303);
        var own = sessions().of(somebody.user()).getFirst().id();
        assertThat(here.post("/dashboard/account/sessions/" + own + "/end", Map.of())
                        .headers()
                        .firstValue("Location"))
                .contains("/dashboard/sign-in");
        assertThat(here.get("/dashboard").statusCode()).isEqualTo(303);
    }

    @Test
    void a_name_is_changed_and_operators_have_an_account_too() {
        var person = person(Role.OPERATOR);
        assertThat(person.get("/dashboard/account").statusCode()).isEqualTo(200);
        var viewer = person(Role.VIEWER);
        assertThat(viewer.post("/dashboard/account/name", Map.of("name", " ")).statusCode())
                .isEqualTo(400);
        var unseen = viewer.post("/dashboard/account/name", Map.of("name", "Rani\u2800owner"));
        assertThat(unseen.statusCode()).isEqualTo(400);
        assertThat(unseen.body()).contains("without invisible or text-direction characters");
        viewer.post("/dashboard/account/name", Map.of("name", "Sari <b>"));
        assertThat(viewer.get("/dashboard/account").body()).contains("Sari &lt;b>");
    }

    @Test
    void browsers_are_named_in_words() {
        assertThat(Browser.of("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0"
                        + " Safari/537.36 Edg/150.0"))
                .hasToString("Browser[name=Optional[Edge], system=Optional[Linux]]");
        assertThat(Browser.of("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1"))
                .hasToString("Browser[name=Optional[Safari], system=Optional[iPhone]]");
        assertThat(Browser.of("")).hasToString("Browser[name=Optional.empty, system=Optional.empty]");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void somebody_adds_a_second_step_and_signs_in_with_it(int width) {
        var somebody = somebody(Role.OWNER);
        try (var context = context(width)) {
            var page = page(context);
            page.navigate("/dashboard/sign-in?to=/dashboard/account");
            page.fill("#email", somebody.user().email());
            page.fill("#password", somebody.password());
            page.click("button[type=submit]");
            page.waitForURL("**/dashboard/account");
            assertWellMade(page);
            page.click("a[href='" + FACTOR + "']");
            assertWellMade(page);
            page.fill("#password", somebody.password());
            page.click("main button[type=submit]");
            page.waitForSelector(".qr svg");
            assertWellMade(page);
            var secret = page.textContent("#secret");
            page.fill("#code", Phone.code(secret, Instant.now()));
            page.click("main button[type=submit]");
            page.waitForSelector(".codes");
            assertWellMade(page);
            page.navigate(FACTOR);
            assertWellMade(page);
            page.locator(".topbar .dropdown > button").click();
            page.locator("form[action='/dashboard/sign-out'] button").click();
            page.waitForURL("**/dashboard/sign-in");
            page.fill("#email", somebody.user().email());
            page.fill("#password", somebody.password());
            page.click("button[type=submit]");
            page.waitForSelector("#code");
            assertWellMade(page);
            // The confirmation has used up the code of the current time step. That of the next is
            // accepted, too.
            page.fill("#code", Phone.code(secret, Instant.now().plusSeconds(30)));
            page.click("button[type=submit]");
            page.waitForURL("**/dashboard");
        }
    }
}
