package dev.sluice.dashboard.signin;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import dev.sluice.app.Chromium;
import dev.sluice.app.Eventually;
import dev.sluice.app.TestService;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.mail.Mail;
import dev.sluice.mail.StoredMail;
import dev.sluice.merchant.Role;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of password resets by mail, and of the outbox that shows the mails.
@Tag("slow")
class PasswordTest extends DashboardTest {
    private static final Pattern LINK = Pattern.compile("http\\S+(/dashboard/password/new#token=\\S+)");
    private static final String NEW = "a whole new password";

    private Browsing browsing() {
        return new Browsing(service.baseUrl());
    }

    private static List<Mail> mailTo(String email) {
        return mails().latest(200).stream()
                .map(StoredMail::mail)
                .filter(mail -> mail.to().equals(email))
                .toList();
    }

    /// Waits for a mail and returns its latest link.
    private static String linkTo(String email) {
        var links = Eventually.await(
                Duration.ofMinutes(2),
                "a link is mailed to " + email,
                () -> mailTo(email).stream()
                        .flatMap(mail -> LINK.matcher(mail.text()).results().limit(1))
                        .toList(),
                matches -> !matches.isEmpty());
        return links.getFirst().group(1);
    }

    private static String token(String link) {
        return link.substring(link.indexOf('=') + 1);
    }

    /// Sends the token of a link as the page's script does.
    private HttpResponse<String> open(String link) {
        return browsing().post("/dashboard/password/link", Map.of("token", token(link)));
    }

    @Test
    void a_link_sets_a_password_once_and_ends_all_sessions() {
        var person = person(Role.MAKER);
        var email = person.user().email();
        assertThat(browsing()
                        .post("/dashboard/password", Map.of("email", email))
                        .statusCode())
                .isEqualTo(200);
        var link = linkTo(email);
        assertThat(open(link).body()).contains(email);
        var fields = Map.of("token", token(link), "password", NEW, "passwordConfirmation", NEW);
        assertThat(browsing().post("/dashboard/password/new", fields).statusCode())
                .isEqualTo(303);
        assertThat(person.get("/dashboard").statusCode()).isEqualTo(303);
        assertThat(browsing().post("/dashboard/password/new", fields).statusCode())
                .isEqualTo(410);
        assertThat(open(link).statusCode()).isEqualTo(410);
        assertThat(deeds(merchant.organizationId(), 20))
                .filteredOn(entry ->
                        entry.action().actor().id().equals(person.user().id()))
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.action().action()).isEqualTo("password/new");
                    assertThat(entry.outcome()).isEqualTo(303);
                    assertThat(entry.fields()).isEmpty();
                });
        assertThat(browsing()
                        .post("/dashboard/sign-in", Map.of("email", email, "password", NEW))
                        .statusCode())
                .isEqualTo(303);
        assertThat(mailTo(email)).extracting(Mail::subject).contains("Your password was changed");
        assertThat(mailTo(email))
                .extracting(Mail::text)
                .anyMatch(text -> text.contains("Your passkeys still sign in")
                        && text.contains(service.baseUrl() + "/dashboard/account\n"));
    }

    /// Failed sign-ins slow down all unknown browsers, and would otherwise lock the owner out.
    @Test
    void who_set_a_password_by_a_link_does_not_wait_for_strangers() {
        var email = somebody(Role.MAKER).user().email();
        var owner = browsing();
        owner.post("/dashboard/password", Map.of("email", email));
        var fields = Map.of("token", token(linkTo(email)), "password", NEW, "passwordConfirmation", NEW);
        assertThat(owner.post("/dashboard/password/new", fields).statusCode()).isEqualTo(303);
        int refusedInTurn = 0;
        for (int i = 0; refusedInTurn < 5; i++) {
            assertThat(i).as("guesses").isLessThan(500);
            var guess = Map.of("email", email, "password", "guess number " + i);
            int status = browsing().post("/dashboard/sign-in", guess).statusCode();
            refusedInTurn = status == 429 ? refusedInTurn + 1 : 0;
        }
        var right = Map.of("email", email, "password", NEW);
        assertThat(browsing().post("/dashboard/sign-in", right).statusCode()).isEqualTo(429);
        assertThat(owner.post("/dashboard/sign-in", right).statusCode()).isEqualTo(303);
        assertThat(owner.session()).isNotEmpty();
    }

    /// The temporary password that the command line printed.
    @Test
    void a_first_password_opens_nothing_but_the_page_to_set_another() {
        var email = "first-" + service.clocks().newId() + "@example.com";
        var created = users().createWithFirstPassword(merchant.organizationId(), email, "Rani", Role.OWNER);
        var printed = Map.of("email", email, "password", created.password(), "to", "/dashboard/payouts");
        var browsing = browsing();
        var answer = browsing.post("/dashboard/sign-in", printed);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("may know it", email);
        assertThat(browsing.cookies()).doesNotContainKey("sluice_session");
        assertThat(browsing.get("/dashboard").statusCode()).isEqualTo(303);
        var code = Pattern.compile("name=\"token\" value=\"([^\"]+)\"").matcher(answer.body());
        assertThat(code.find()).isTrue();
        var fields = Map.of("token", code.group(1), "password", NEW, "passwordConfirmation", NEW);
        assertThat(browsing.post("/dashboard/password/new", fields).statusCode())
                .isEqualTo(303);
        assertThat(browsing.post("/dashboard/sign-in", printed).statusCode()).isEqualTo(401);
        var own = browsing.post("/dashboard/sign-in", Map.of("email", email, "password", NEW));
        assertThat(own.headers().firstValue("Location")).contains("/dashboard");
        assertThat(browsing.get("/dashboard").statusCode()).isEqualTo(200);
        assertThat(deeds(merchant.organizationId(), 5))
                .extracting(entry -> entry.action().action())
                .contains("sign-in/first-password", "password/new");
        assertThat(mailTo(email)).extracting(Mail::subject).contains("Your password is set");
    }

    @Test
    void a_browser_sends_the_code_of_a_link_in_a_form_and_in_no_address() {
        var email = somebody(Role.MAKER).user().email();
        browsing().post("/dashboard/password", Map.of("email", email));
        var link = linkTo(email);
        try (var context = context(1280)) {
            var page = page(context);
            var told = new CopyOnWriteArrayList<String>();
            page.onRequest(
                    request -> told.add(request.url() + " " + request.headers().get("referer")));
            page.navigate("/dashboard/sign-in");
            page.navigate(link);
            page.waitForSelector("#password");
            assertThat(told).anyMatch(each -> each.contains("/dashboard/password/link"));
            assertThat(told).noneMatch(each -> each.contains(token(link)));
            assertThat(page.url()).doesNotContain(token(link));
            page.goBack();
            assertThat(page.url()).doesNotContain(token(link));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void where_no_script_runs_the_link_or_its_code_is_pasted(boolean whole) {
        var email = somebody(Role.MAKER).user().email();
        browsing().post("/dashboard/password", Map.of("email", email));
        var link = linkTo(email);
        try (var context = Chromium.context(new Browser.NewContextOptions()
                .setJavaScriptEnabled(false)
                .setLocale("en")
                .setBaseURL(service.baseUrl().toString()))) {
            var page = page(context);
            page.navigate(link);
            assertThat(page.textContent("main")).contains("JavaScript is off in this browser");
            page.fill("#token", whole ? " " + service.baseUrl() + link + " " : token(link));
            page.click("button[type=submit]");
            assertThat(page.inputValue("#email")).isEqualTo(email);
        }
    }

    /// Queries are in logs and histories, so that a token in one is ignored.
    @Test
    void a_code_in_a_query_opens_nothing() {
        var email = somebody(Role.MAKER).user().email();
        browsing().post("/dashboard/password", Map.of("email", email));
        var answer = browsing().get("/dashboard/password/new?token=" + token(linkTo(email)));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("data-fragment=\"token\"").doesNotContain(email);
    }

    @Test
    void who_is_not_there_gets_the_same_answer_and_no_mail() {
        var known = somebody(Role.MAKER).user().email();
        var unknown = "nobody-" + service.clocks().newId() + "@example.com";
        var other = browsing().post("/dashboard/password", Map.of("email", unknown));
        var one = browsing().post("/dashboard/password", Map.of("email", known));
        linkTo(known);
        assertThat(other.statusCode()).isEqualTo(one.statusCode());
        assertThat(other.body()).isEqualTo(one.body());
        assertThat(mailTo(unknown)).isEmpty();
    }

    @Test
    void nobody_is_flooded_with_letters() {
        var email = somebody(Role.MAKER).user().email();
        for (int i = 0; i < 8; i++) {
            assertThat(browsing()
                            .post("/dashboard/password", Map.of("email", email))
                            .statusCode())
                    .isEqualTo(200);
        }
        var after = somebody(Role.MAKER).user().email();
        browsing().post("/dashboard/password", Map.of("email", after));
        linkTo(after);
        assertThat(mailTo(email)).hasSizeBetween(1, 4);
    }

    @Test
    void a_link_is_no_session_and_a_short_password_is_none() {
        var email = somebody(Role.MAKER).user().email();
        browsing().post("/dashboard/password", Map.of("email", email));
        var link = linkTo(email);
        var browsing = browsing();
        browsing.cookies().put("sluice_session", token(link));
        assertThat(browsing.get("/dashboard").statusCode()).isEqualTo(303);
        assertThat(browsing()
                        .post(
                                "/dashboard/password/new",
                                Map.of("token", token(link), "password", "short", "passwordConfirmation", "short"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(browsing()
                        .post(
                                "/dashboard/password/new",
                                Map.of(
                                        "token",
                                        token(link),
                                        "password",
                                        NEW,
                                        "passwordConfirmation",
                                        "another password"))
                        .body())
                .contains("The passwords do not match");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Forwarded-For", "Forwarded", "x-real-ip", "Via"})
    void the_outbox_is_not_there_for_what_a_proxy_passes_on(String header) {
        var nobody = new Person(service.baseUrl(), somebody(Role.MAKER).user(), "");
        assertThat(nobody.get("/dashboard/mail").statusCode()).isEqualTo(200);
        var passedOn = Map.of(header, "203.0.113.7");
        assertThat(nobody.get("/dashboard/mail", passedOn).statusCode()).isEqualTo(404);
        assertThat(nobody.get("/dashboard/sign-in", passedOn).body()).doesNotContain("/dashboard/mail");
    }

    /// A proxy on the same machine without forwarding headers: every client seems to be local.
    @Test
    void the_outbox_is_not_there_where_the_service_is_public() {
        assertThat(here(service, "/dashboard/mail").status()).isEqualTo(200);
        try (var open = service.sibling(Map.of("SLUICE_BASE_URL", "http://pay.example.com"))) {
            assertThat(here(open, "/dashboard/mail").status()).isEqualTo(404);
            for (var path : List.of("/dashboard/sign-in", "/dashboard/password")) {
                var page = here(open, path);
                assertThat(page.status()).isEqualTo(200);
                assertThat(new String(page.body(), StandardCharsets.UTF_8)).doesNotContain("/dashboard/mail");
            }
        }
    }

    /// Requests a page from the machine itself.
    private static Answer here(TestService service, String path) {
        var route = service.routes().all().stream()
                .filter(each -> each.method() == Method.GET && each.template().equals(path))
                .findFirst()
                .orElseThrow();
        var headers = Map.of("host", "127.0.0.1:8080");
        return route.handler()
                .handle(new Request(
                        "r-1",
                        Method.GET,
                        path,
                        "",
                        new byte[0],
                        "127.0.0.1",
                        Map.of(),
                        name -> headers.get(name.toLowerCase(Locale.ROOT))));
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void the_outbox_shows_the_link_that_is_followed(int width) {
        var somebody = somebody(Role.MAKER);
        try (var context = context(width)) {
            var page = page(context);
            page.navigate("/dashboard/sign-in");
            page.click("a[href='/dashboard/password']");
            assertWellMade(page);
            page.fill("#email", somebody.user().email());
            page.click("button[type=submit]");
            assertWellMade(page);
            linkTo(somebody.user().email());
            page.click("a[href='/dashboard/mail']");
            assertWellMade(page);
            page.locator(
                            "article",
                            new com.microsoft.playwright.Page.LocatorOptions()
                                    .setHasText(somebody.user().email()))
                    .first()
                    .locator("a")
                    .click();
            page.waitForSelector("#password");
            assertWellMade(page);
            page.fill("#password", NEW);
            page.fill("#passwordConfirmation", NEW);
            page.click("button[type=submit]");
            page.waitForURL("**/dashboard/sign-in?done=password");
            assertWellMade(page);
            page.fill("#email", somebody.user().email());
            page.fill("#password", NEW);
            page.click("button[type=submit]");
            page.waitForURL("**/dashboard");
        }
    }
}
