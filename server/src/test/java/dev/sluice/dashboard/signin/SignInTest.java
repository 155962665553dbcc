package dev.sluice.dashboard.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Tests of sign-in, sign-out, and refused access.
class SignInTest extends DashboardTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void somebody_signs_in_looks_and_signs_out(int width) {
        var somebody = somebody(Role.OWNER);
        try (var context = context(width)) {
            var page = page(context);
            page.navigate("/dashboard");
            assertWellMade(page);
            page.fill("#email", somebody.user().email());
            page.fill("#password", somebody.password());
            page.click("button[type=submit]");
            page.waitForURL("**/dashboard");
            assertThat(page.locator("h1").textContent()).isEqualTo("Home");
            assertWellMade(page);
            page.locator(".topbar .dropdown > button").click();
            page.locator("form[action='/dashboard/sign-out'] button").click();
            page.waitForURL("**/dashboard/sign-in");
            page.navigate("/dashboard");
            assertThat(page.url()).endsWith("/dashboard/sign-in?to=%2Fdashboard");
        }
    }

    @Test
    void a_wrong_password_is_refused() {
        var somebody = somebody(Role.OWNER);
        var nobody = new Person(service.baseUrl(), somebody.user(), "");
        var answer = nobody.postAsIs(
                "/dashboard/sign-in", Map.of("email", somebody.user().email(), "password", "not the password"));
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    void a_wrong_password_stands_in_the_audit_log_once_and_not_what_was_typed() {
        var somebody = somebody(Role.OWNER);
        var nobody = new Person(service.baseUrl(), somebody.user(), "");
        for (int i = 0; i < 3; i++) {
            nobody.postAsIs(
                    "/dashboard/sign-in", Map.of("email", somebody.user().email(), "password", "not the password"));
        }
        nobody.postAsIs("/dashboard/sign-in", Map.of("email", "nobody@example.com", "password", "not the password"));
        Eventually.within(
                PATIENCE,
                "the refusal is written down",
                () -> !deeds(merchant.organizationId(), 9).isEmpty());
        pause(500);
        assertThat(deeds(merchant.organizationId(), 9)).singleElement().satisfies(entry -> {
            assertThat(entry.action().action()).isEqualTo("sign-in/refused");
            assertThat(entry.action().actor().id()).isEqualTo(somebody.user().id());
            assertThat(entry.fields()).isEqualTo(Map.of("step", "password"));
            assertThat(entry.outcome()).isEqualTo(401);
        });
    }

    @Test
    void who_has_access_no_more_is_out_at_once() {
        var person = person(Role.OWNER);
        assertThat(person.get("/dashboard").statusCode()).isEqualTo(200);
        users().disable(merchant.organizationId(), person.user().email());
        assertThat(person.get("/dashboard").statusCode()).isEqualTo(303);
    }

    @Test
    void a_token_that_was_changed_is_none() {
        var person = person(Role.OWNER);
        var token = person.token();
        var changed = token.substring(0, token.length() - 2) + (token.endsWith("AA") ? "BA" : "AA");
        assertThat(new Person(service.baseUrl(), person.user(), changed)
                        .get("/dashboard")
                        .statusCode())
                .isEqualTo(303);
    }

    @Test
    void an_operator_sees_no_merchants_affairs() {
        var operator = person(Role.OPERATOR);
        assertThat(operator.get("/dashboard/payouts").statusCode()).isEqualTo(403);
        var home = operator.get("/dashboard");
        assertThat(home.statusCode()).isEqualTo(303);
        assertThat(home.headers().firstValue("Location")).hasValue("/dashboard/operator");
    }
}
