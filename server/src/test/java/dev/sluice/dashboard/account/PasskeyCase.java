package dev.sluice.dashboard.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.Authenticator;
import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;

/// Base of the passkey tests: users, their authenticators, and the requests between both.
abstract class PasskeyCase extends DashboardTest {
    static final String PASSKEYS = "/dashboard/account/passkeys";
    static final String SIGN_IN = "/dashboard/sign-in/passkey";
    private static final Pattern OPTIONS = Pattern.compile("data-options=\"(\\{[^\"]+})\"");
    private static final Pattern LINK = Pattern.compile("href=\"" + PASSKEYS + "/([0-9a-f-]{36})\"");

    /// Signed-in user with a browser that stores cookies.
    record Member(User.WithPassword somebody, Person person, Browsing browsing) {
        HttpResponse<String> post(String path, Map<String, String> fields) {
            var all = new HashMap<>(fields);
            all.put("formToken", person.formToken());
            return browsing.post(path, all);
        }

        /// Proves the user's identity and returns the options for a new passkey.
        String begin() {
            var page = post(PASSKEYS + "/new", Map.of("name", "Phone", "proof", somebody.password()));
            assertThat(page.statusCode()).isEqualTo(200);
            var matcher = OPTIONS.matcher(page.body());
            assertThat(matcher.find()).isTrue();
            return matcher.group(1).replace("&#34;", "\"");
        }

        HttpResponse<String> confirm(String answer) {
            return post(PASSKEYS + "/new/confirm", Map.of("name", "Phone", "credential", answer));
        }
    }

    /// Resets the attempt limits, because all tests have the same network address.
    @BeforeEach
    void forgetAttempts() {
        service.connections().run(tx -> tx.handle().execute("DELETE FROM signin_throttle"));
    }

    Member member(Role role) {
        var somebody = somebody(role);
        var token = sessions().open(somebody.user(), "127.0.0.1", "Firefox/1", false);
        var browsing = new Browsing(service.baseUrl());
        browsing.cookies().put("sluice_session", token);
        return new Member(somebody, new Person(service.baseUrl(), somebody.user(), token), browsing);
    }

    static Authenticator device() {
        return new Authenticator("http://localhost:" + service.baseUrl().getPort());
    }

    /// Returns an authenticator with a new passkey of the user.
    static Authenticator added(Member member) {
        var device = device();
        assertThat(member.confirm(device.create(member.begin())).headers().firstValue("Location"))
                .contains("/dashboard/account");
        return device;
    }

    static String options(Browsing browsing, String path) {
        var answer = browsing.post(path + "/options", Map.of());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        return answer.body();
    }

    static HttpResponse<String> signIn(Browsing browsing, Authenticator device) {
        return browsing.post(SIGN_IN, Map.of("credential", device.sign(options(browsing, SIGN_IN))));
    }

    static Browsing browsing() {
        return new Browsing(service.baseUrl());
    }

    static void assertRefused(Authenticator device) {
        var browsing = browsing();
        var answer = signIn(browsing, device);
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).contains("The passkey was not accepted");
        assertThat(browsing.session()).isEmpty();
    }

    static String idOf(Member member) {
        var matcher = LINK.matcher(member.browsing().get("/dashboard/account").body());
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }
}
