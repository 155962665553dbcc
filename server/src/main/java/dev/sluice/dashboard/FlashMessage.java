package dev.sluice.dashboard;

import java.util.Locale;

/// Flash message: the result of the visitor's last action at the top of a page.
public record FlashMessage(Tone tone, String text) {
    /// Prefix of messages in the cookie that do not report success. No text begins with it.
    private static final String MARK = "~";

    /// Tone of a message.
    public enum Tone {
        /// The action succeeded.
        SUCCESS,
        /// The action succeeded in part or had no effect.
        WARNING,
        /// The action was refused.
        DANGER;

        /// Returns the tone's name in CSS classes.
        public String css() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static FlashMessage done(String text) {
        return new FlashMessage(Tone.SUCCESS, text);
    }

    static FlashMessage warning(String text) {
        return new FlashMessage(Tone.WARNING, text);
    }

    static FlashMessage refused(String text) {
        return new FlashMessage(Tone.DANGER, text);
    }

    /// Returns the cookie value.
    String cookie() {
        return (tone == Tone.SUCCESS ? "" : MARK) + Links.encoded(text);
    }

    /// Parses a cookie value. Refusals never travel in a cookie, because they are shown without a redirect.
    static FlashMessage of(String cookie) {
        return cookie.startsWith(MARK)
                ? warning(Links.decoded(cookie.substring(MARK.length())))
                : done(Links.decoded(cookie));
    }
}
