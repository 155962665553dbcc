package dev.sluice.recipient;

import java.util.regex.Pattern;

/// Format of a common e-mail address: a dot-atom of at most 64 characters, and a domain name of at least two labels.
///
/// A pattern, not a parser: the further forms of the standard (RFC 5322), such as quoted names, comments and address
/// literals, are used for header injection rather than by recipients, and only a delivered mail proves an address.
/// Letters of every script are accepted (RFC 6531).
final class EmailAddress {
    static final int LENGTH_MAX = 254;

    private static final String ATOM = "[\\p{L}\\p{N}\\p{M}!#$%&'*+/=?^_`{|}~-]+";
    private static final String LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?";
    private static final Pattern SHAPE =
            Pattern.compile("(?=[^@]{1,64}@)" + ATOM + "(?:\\." + ATOM + ")*@(?:" + LABEL + "\\.)+" + LABEL);

    private EmailAddress() {}

    static boolean isOne(String text) {
        return text.length() <= LENGTH_MAX && SHAPE.matcher(text).matches();
    }
}
