package dev.sluice.dashboard;

import dev.sluice.http.Request;
import dev.sluice.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/// What proves that a form is one of ours: its token, and the site that it comes from.
final class OwnForm {
    /// The field that has the token, and the header that does where a script sends.
    static final String TOKEN = "formToken";

    private static final String TOKEN_HEADER = "X-Form-Token";

    /// More than a form has by which people come in: the longest carries a passkey's answer.
    private static final int OPEN_KIB_MAX = 128;

    private static final int KIB = 1024;

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

    /// A form that anybody may send, signed in or not. It is read only where it is no longer than such are.
    static void requireOpen(Request request) {
        requireSite(request);
        if (request.body().length > OPEN_KIB_MAX * KIB) {
            throw Refusal.BODY_TOO_LARGE.refused().saying("The body is larger than " + OPEN_KIB_MAX + " KiB");
        }
    }

    /// Browsers say which site a form comes from; older ones at least its origin. Programs, which nobody can trick, may
    /// say neither.
    private static void requireSite(Request request) {
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
