package dev.sluice.dashboard;

import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.page.Pages;

/// Distinguishes requests by a person, by a script and by the page itself, and redirects each in its own way.
final class RequestOrigin {
    private static final String BY_ITSELF_HEADER = "X-Live";
    private static final String EVENTS = "text/event-stream";

    private RequestOrigin() {}

    /// Reports whether the page sent this request by itself, as it does after an event.
    static boolean isByItself(Request request) {
        return request.header(BY_ITSELF_HEADER).isPresent() || isFeed(request);
    }

    private static boolean isScript(Request request) {
        return request.header("HX-Request").isPresent();
    }

    private static boolean isFeed(Request request) {
        return request.header("Accept").filter(EVENTS::equals).isPresent();
    }

    static Answer toSignIn(Request request) {
        var wanted = request.rawQuery().isEmpty() ? request.path() : request.path() + "?" + request.rawQuery();
        boolean isPage = request.method() == Method.GET && !isScript(request);
        var there = isPage ? "?to=" + Links.encoded(wanted) : "";
        return elsewhere(request, DashboardGuard.SIGN_IN + there);
    }

    /// Redirects a script's request with a header, because the script would insert the target page into its own
    /// page. An event feed gets a plain 401 instead.
    static Answer elsewhere(Request request, String page) {
        if (isFeed(request)) {
            return new Answer(401, "text/plain; charset=utf-8", new byte[0]);
        }
        return isScript(request)
                ? new Answer(401, "text/plain; charset=utf-8", new byte[0]).with("HX-Redirect", page)
                : Pages.seeOther(page);
    }
}
