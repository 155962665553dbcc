package dev.sluice.dashboard;

import dev.sluice.http.Answer;
import java.time.Duration;

/// Cookies that the dashboard sets in a browser.
public final class Cookies {
    private Cookies() {}

    /// Remembers a session in the browser.
    public static Answer withSession(Answer answer, String token) {
        return answer.withCookie(Door.SESSION + "=" + token + "; Path=/; HttpOnly; SameSite=Lax");
    }

    /// Forgets a session in the browser, and pages that it keeps; what it stores is which keys somebody wants to use.
    public static Answer withoutSession(Answer answer) {
        return answer.with("Clear-Site-Data", "\"cache\"")
                .withCookie(Door.SESSION + "=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    }

    /// Remembers something for a while, for the dashboard's pages alone.
    public static Answer with(Answer answer, String name, String value, Duration age) {
        return with(answer, name, value, Door.HOME, age);
    }

    /// The same for some of them.
    public static Answer with(Answer answer, String name, String value, String path, Duration age) {
        return answer.withCookie(
                name + "=" + value + "; Path=" + path + "; Max-Age=" + age.toSeconds() + "; HttpOnly; SameSite=Lax");
    }
}
