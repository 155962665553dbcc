package dev.sluice.checkout;

import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The colours of a page as a style sheet. Its address contains the colours, so that browsers can cache it forever
/// and other colours have another address. Text on the brand colour is black or white, the one with the higher
/// contrast. The accent is mixed with black or white until it is readable on the page, in the light and in the dark
/// theme.
final class Stylesheet {
    private static final String PATH = "/assets/checkout/";
    /// Has to be incremented when the same colours produce a different sheet.
    private static final String EDITION = "1";

    private static final Pattern NAME = Pattern.compile(EDITION + "-([0-9a-f]{6}|x)-([0-9a-f]{6}|x)\\.css");
    private static final String FOREVER = "public, max-age=31536000, immutable";
    private static final String NONE = "x";

    /// The background colours in `pay.css`.
    private static final Colour DAY = Colour.WHITE;

    private static final Colour NIGHT = new Colour(0x1a, 0x21, 0x33);

    private Stylesheet() {}

    /// Returns the address of the style sheet; null if the branding has no colours of its own.
    static @Nullable String address(CheckoutDesign design) {
        return design.brand() == null && design.accent() == null
                ? null
                : PATH + EDITION + "-" + name(design.brand()) + "-" + name(design.accent()) + ".css";
    }

    static Route route() {
        return new Route(Method.GET, PATH + "{file}", Stylesheet::serve);
    }

    private static Answer serve(Request request) {
        var name = NAME.matcher(request.parameter("file"));
        if (!name.matches()) {
            throw Refusal.NOT_FOUND.refused();
        }
        var sheet = sheet(Colour.of("#" + name.group(1)), Colour.of("#" + name.group(2)));
        return new Answer(200, "text/css; charset=utf-8", sheet.getBytes(StandardCharsets.UTF_8))
                .with("Cache-Control", FOREVER)
                .with("X-Content-Type-Options", "nosniff");
    }

    static String sheet(Optional<Colour> brand, Optional<Colour> accent) {
        var sheet = new StringBuilder();
        brand.ifPresent(colour -> sheet.append(":root { --brand: ")
                .append(colour)
                .append("; --on-brand: ")
                .append(colour.text())
                .append("; }\n.card { border-top: .5rem solid var(--brand); }\n"));
        accent.or(() -> brand)
                .ifPresent(colour -> sheet.append(":root { --accent: ")
                        .append(colour.readableOn(DAY))
                        .append("; }\n@media (prefers-color-scheme: dark) { :root { --accent: ")
                        .append(colour.readableOn(NIGHT))
                        .append("; } }\n"));
        return sheet.toString();
    }

    private static String name(@Nullable Colour colour) {
        return colour == null ? NONE : colour.hex();
    }
}
