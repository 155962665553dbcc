package dev.sluice.dashboard;

import dev.sluice.http.Request;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/// What proves that a form is one of ours: its token, and the site that it comes from.
final class OwnForm {
    /// The field that has the token, and the header that does where a script sends.
    static final String TOKEN = "formToken";

    private static final String TOKEN_HEADER = "X-Form-Token";

    private OwnForm() {}

    static void require(Visit visit) {
        requireSite(visit.request());
        var expected = visit.visitor().formToken();
        var given = visit.request()
                .header(TOKEN_HEADER)
                .or(() -> visit.form().text(TOKEN))
                .orElse("");
        if (!MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8))) {
            throw new Forbidden(Forbidden.STRANGE_FORM);
        }
    }

    /// Browsers say which site a form comes from; older ones at least its origin. Programs, which nobody can trick, may
    /// say neither.
    static void requireSite(Request request) {
        boolean own = request.header("Sec-Fetch-Site")
                .map(site -> site.equals("same-origin") || site.equals("none"))
                .or(() -> request.header("Origin")
                        .map(origin ->
                                origin.endsWith("://" + request.header("Host").orElse(""))))
                .orElse(true);
        if (!own) {
            throw new Forbidden(Forbidden.STRANGE_FORM);
        }
    }
}
