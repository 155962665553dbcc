package dev.sluice.dashboard;

import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.page.Pages;

/// How a page is asked for: by somebody, by a script, or by the page itself; and where each is led instead.
final class Asking {
    private static final String BY_ITSELF_HEADER = "X-Live";
    private static final String EVENTS = "text/event-stream";

    private Asking() {}

    /// Whether a page asks by itself, as it does when it hears that something happened.
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
        return elsewhere(request, Door.SIGN_IN + there);
    }

    /// A script's request is told to go there by a header, since it would show the answer in a corner of its page; what
    /// listens only learns that it may not.
    static Answer elsewhere(Request request, String page) {
        if (isFeed(request)) {
            return new Answer(401, "text/plain; charset=utf-8", new byte[0]);
        }
        return isScript(request)
                ? new Answer(401, "text/plain; charset=utf-8", new byte[0]).with("HX-Redirect", page)
                : Pages.seeOther(page);
    }
}
