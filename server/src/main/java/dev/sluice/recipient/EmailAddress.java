package dev.sluice.recipient;

import java.util.regex.Pattern;

/// The form of an e-mail address as people have one: a dot-atom of at most 64 characters, and a domain name of at
/// least two labels.
///
/// A pattern, not a parser: what the standard (RFC 5322) allows beyond this (quoted names, comments, address literals)
/// is no payee's address but somebody's attempt at header injection, and only a mail that arrives proves an address.
/// Letters of every script are taken (RFC 6531).
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
