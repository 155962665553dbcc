package dev.sluice.dashboard;

import dev.sluice.http.Request;
import dev.sluice.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/// CSRF check: verifies the form's token and its origin.
final class CsrfCheck {
    /// Field with the token; scripts send it in a header.
    static final String TOKEN = "formToken";

    private static final String TOKEN_HEADER = "X-Form-Token";

    /// Limit for the forms of signing in; the longest carries the response of a passkey.
    private static final int OPEN_KIB_MAX = 128;

    private static final int KIB = 1024;

    private CsrfCheck() {}

    static void require(PageContext context) {
        requireSite(context.request());
        var expected = context.visitor().formToken();
        var given = context.request()
                .header(TOKEN_HEADER)
                .or(() -> context.form().text(TOKEN))
                .orElse("");
        if (!MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8))) {
            throw new Forbidden(Forbidden.STRANGE_FORM);
        }
    }

    /// Checks a form that is open to everyone, and limits its size.
    static void requireOpen(Request request) {
        requireSite(request);
        if (request.body().length > OPEN_KIB_MAX * KIB) {
            throw Refusal.BODY_TOO_LARGE.refused().withMessage("The body is larger than " + OPEN_KIB_MAX + " KiB");
        }
    }

    /// Checks the site of the form. Browsers send `Sec-Fetch-Site`; older ones at least `Origin`. Other programs
    /// may send neither; CSRF cannot target them.
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
