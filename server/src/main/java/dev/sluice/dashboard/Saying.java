package dev.sluice.dashboard;

import java.util.Locale;

/// What a page says at its top of what somebody has just done.
public record Saying(Tone tone, String text) {
    /// Stands before what is no success, where the browser keeps it for the next page. No text begins with it there.
    private static final String MARK = "~";

    /// Whether it went as it was meant to.
    public enum Tone {
        /// It was done.
        SUCCESS,
        /// Not all of it was done, or it came to nothing.
        WARNING,
        /// It was refused.
        DANGER;

        /// As the classes of styles call it.
        public String css() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Saying done(String text) {
        return new Saying(Tone.SUCCESS, text);
    }

    static Saying warning(String text) {
        return new Saying(Tone.WARNING, text);
    }

    static Saying refused(String text) {
        return new Saying(Tone.DANGER, text);
    }

    /// As a cookie has it.
    String cookie() {
        return (tone == Tone.SUCCESS ? "" : MARK) + Links.encoded(text);
    }

    /// As a cookie had it; nobody is led to another page to be told there that something was refused.
    static Saying of(String cookie) {
        return cookie.startsWith(MARK)
                ? warning(Links.decoded(cookie.substring(MARK.length())))
                : done(Links.decoded(cookie));
    }
}
