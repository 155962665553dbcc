package dev.sluice.checkout;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// An sRGB colour.
///
/// @param red from 0 to 255, like the others
public record Colour(int red, int green, int blue) {
    public static final Colour BLACK = new Colour(0, 0, 0);
    public static final Colour WHITE = new Colour(255, 255, 255);

    /// Minimum contrast of text and background by WCAG 2.2, 1.4.3 (AA).
    public static final double READABLE = 4.5;

    private static final Pattern WRITTEN = Pattern.compile("#[0-9a-f]{6}");
    private static final Pattern SHORT = Pattern.compile("#[0-9a-f]{3}");
    private static final int MAX = 255;
    private static final int STEPS = 100;

    public Colour {
        if (red < 0 || red > MAX || green < 0 || green > MAX || blue < 0 || blue > MAX) {
            throw new IllegalArgumentException("no colour: " + red + " " + green + " " + blue);
        }
    }

    /// Parses a colour in the format of style sheets, `#0b57d0` or `#05d`; empty if the text is none.
    public static Optional<Colour> of(String text) {
        var written = text.strip().toLowerCase(Locale.ROOT);
        if (SHORT.matcher(written).matches()) {
            written = written.replaceAll("([0-9a-f])", "$1$1");
        }
        if (!WRITTEN.matcher(written).matches()) {
            return Optional.empty();
        }
        return Optional.of(new Colour(
                HexFormat.fromHexDigits(written, 1, 3),
                HexFormat.fromHexDigits(written, 3, 5),
                HexFormat.fromHexDigits(written, 5, 7)));
    }

    /// Returns the format that [#of] parses.
    @Override
    public String toString() {
        return "#" + hex();
    }

    /// Returns its six hex digits.
    public String hex() {
        var hex = HexFormat.of();
        return hex.toHexDigits((byte) red) + hex.toHexDigits((byte) green) + hex.toHexDigits((byte) blue);
    }

    /// Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2).
    public double contrast(Colour other) {
        double mine = luminance();
        double others = other.luminance();
        return (Math.max(mine, others) + 0.05) / (Math.min(mine, others) + 0.05);
    }

    /// Returns the contrast ratio for display, rounded down to one decimal.
    public BigDecimal ratio(Colour other) {
        return new BigDecimal(contrast(other)).setScale(1, RoundingMode.DOWN);
    }

    /// Returns black or white, the one with the higher contrast on this colour. One of them always reaches
    /// [#READABLE].
    public Colour text() {
        return contrast(WHITE) >= contrast(BLACK) ? WHITE : BLACK;
    }

    /// Returns the nearest colour that is readable as text on a background: this one, or this one mixed with as
    /// little black or white as needed.
    public Colour readableOn(Colour background) {
        var goal = background.text();
        for (int step = 0; step < STEPS; step++) {
            var mixed = mixed(goal, step);
            if (mixed.contrast(background) >= READABLE) {
                return mixed;
            }
        }
        return goal;
    }

    private Colour mixed(Colour other, int step) {
        return new Colour(mixed(red, other.red, step), mixed(green, other.green, step), mixed(blue, other.blue, step));
    }

    private static int mixed(int from, int to, int step) {
        return (from * (STEPS - step) + to * step) / STEPS;
    }

    private double luminance() {
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    }

    private static double linear(int channel) {
        double share = channel / (double) MAX;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}
