package dev.sluice.dashboard.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.User;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Base of the tests with two-factor authentication.
abstract class SecondFactorCase extends DashboardTest {
    static final String FACTOR = "/dashboard/account/second-factor";
    private static final Pattern SECRET = Pattern.compile("id=\"secret\">([A-Z2-7 ]+)<");
    static final Pattern RECOVERY = Pattern.compile("<li>([A-Z2-7]{4}(-[A-Z2-7]{4}){7})</li>");

    /// Opens a session that was authenticated by password only.
    final Person signedIn(User.WithPassword somebody) {
        return new Person(
                service.baseUrl(), somebody.user(), sessions().open(somebody.user(), "127.0.0.1", "Firefox/1", false));
    }

    static String first(Pattern pattern, String text) {
        return all(pattern, text).getFirst();
    }

    static List<String> all(Pattern pattern, String text) {
        var found = new ArrayList<String>();
        var matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    /// Turns two-factor authentication on.
    final Enrolled enrolled(User.WithPassword somebody) {
        var person = signedIn(somebody);
        person.post(FACTOR, Map.of("password", somebody.password()));
        var secret = first(SECRET, person.get(FACTOR).body());
        var confirmed = person.post(FACTOR + "/confirm", Map.of("code", Phone.code(secret, Instant.now())));
        assertThat(confirmed.statusCode()).isEqualTo(200);
        var token = confirmed.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("sluice_session="))
                .map(cookie -> cookie.substring("sluice_session=".length(), cookie.indexOf(';')))
                .findFirst()
                .orElseThrow();
        assertThat(person.get("/dashboard").statusCode())
                .as("the token from before")
                .isEqualTo(303);
        return new Enrolled(
                new Person(service.baseUrl(), somebody.user(), token), secret, all(RECOVERY, confirmed.body()));
    }

    /// User with a second factor, in the session that turned it on.
    record Enrolled(Person person, String secret, List<String> recovery) {}
}
