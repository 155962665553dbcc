package dev.sluice.dashboard;

import dev.sluice.http.Answer;
import java.time.Duration;

/// Cookies that the dashboard sets in a browser.
public final class Cookies {
    private Cookies() {}

    /// Sets the session cookie.
    public static Answer withSession(Answer answer, String token) {
        return answer.withCookie(DashboardGuard.SESSION + "=" + token + "; Path=/; HttpOnly; SameSite=Lax");
    }

    /// Deletes the session cookie and the browser's cached pages. Local storage stays: it only holds the
    /// preference for keyboard shortcuts.
    public static Answer withoutSession(Answer answer) {
        return answer.with("Clear-Site-Data", "\"cache\"")
                .withCookie(DashboardGuard.SESSION + "=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    }

    /// Sets a cookie that is sent to the dashboard's pages only.
    public static Answer with(Answer answer, String name, String value, Duration age) {
        return with(answer, name, value, DashboardGuard.HOME, age);
    }

    /// Sets a cookie that is sent to the pages below a path only.
    public static Answer with(Answer answer, String name, String value, String path, Duration age) {
        return answer.withCookie(
                name + "=" + value + "; Path=" + path + "; Max-Age=" + age.toSeconds() + "; HttpOnly; SameSite=Lax");
    }
}
