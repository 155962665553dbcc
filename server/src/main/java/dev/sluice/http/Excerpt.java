package dev.sluice.http;

/// The beginning of a text that may be too long. No character is cut in two: of half a one, JSON cannot be
/// made.
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
