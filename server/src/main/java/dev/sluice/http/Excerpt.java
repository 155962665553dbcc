package dev.sluice.http;

/// Truncates a text to a maximum length. It never splits a surrogate pair, since JSON cannot encode half of one.
public final class Excerpt {
    private Excerpt() {}

    public static String of(String text, int lengthMax) {
        if (text.length() <= lengthMax) {
            return text;
        }
        boolean cuts = lengthMax > 0 && Character.isHighSurrogate(text.charAt(lengthMax - 1));
        return text.substring(0, cuts ? lengthMax - 1 : lengthMax);
    }
}
