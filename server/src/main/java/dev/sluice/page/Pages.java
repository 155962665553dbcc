package dev.sluice.page;

import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.http.StaticFile;
import dev.sluice.refusal.Refusal;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/// Renders pages and serves their assets.
public final class Pages {
    private static final String HTML = "text/html; charset=utf-8";
    /// Content security policy: own files and forms to this service only; no inline code and no other hosts.
    private static final String POLICY =
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-src 'self'; frame-ancestors ";

    private final TemplateEngine engine = TemplateEngine.createPrecompiled(null, ContentType.Html, null, "templates");

    /// Renders a page.
    ///
    /// @param template name of the template, such as `sandbox/wallet.jte`
    /// @param model data of the page
    public Answer page(int status, String template, Object model) {
        return page(status, template, model, "'none'", "DENY");
    }

    /// Renders a page that the service's own pages may embed in a frame.
    public Answer framed(String template, Object model) {
        return page(200, template, model, "'self'", "SAMEORIGIN");
    }

    private Answer page(int status, String template, Object model, String ancestors, String framing) {
        var output = new Utf8ByteOutput();
        engine.render(template, model, new IsolatingOutput(output));
        return new Answer(status, HTML, bytes(output))
                .with("Content-Security-Policy", POLICY + ancestors)
                // With `no-referrer`, browsers would not send the origin of a form.
                .with("Referrer-Policy", "same-origin")
                .with("Cross-Origin-Opener-Policy", "same-origin")
                .with("X-Frame-Options", framing)
                .with("Cache-Control", "no-store");
    }

    /// Redirects to another page, which the browser requests with GET, so that it does not send a form twice.
    public static Answer seeOther(String target) {
        return new Answer(303, HTML, new byte[0]).with("Location", target).with("Cache-Control", "no-store");
    }

    /// Returns the routes of the pages' assets.
    public static List<Route> routes() {
        var files = Map.of(
                "pay.css", StaticFile.read("/pages/pay.css", "text/css; charset=utf-8"),
                "pay.js", StaticFile.read("/pages/pay.js", "text/javascript; charset=utf-8"));
        return List.of(new Route(Method.GET, "/assets/pages/{file}", request -> {
            var file = files.get(request.parameter("file"));
            if (file == null) {
                throw Refusal.NOT_FOUND.refused();
            }
            return file.answer(request);
        }));
    }

    private static byte[] bytes(Utf8ByteOutput output) {
        var bytes = new ByteArrayOutputStream(output.getContentLength());
        try {
            output.writeTo(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }
}
