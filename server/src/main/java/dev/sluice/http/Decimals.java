package dev.sluice.http;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parses decimal numbers from untrusted texts and checks their bounds first: the short text `1e999999999` would
/// expand to digits that fill the memory. Numbers from programs may have 40 digits and an exponent within ±30; numbers
/// that people type have no exponent.
public final class Decimals {
    static final String RULE = "must have at most 40 digits and an exponent within 30";

    private static final int DIGITS_MAX = 40;
    private static final int EXPONENT_MAX = 30;

    /// Maximum length of the text, as for a number in a JSON body.
    private static final int LENGTH_MAX = 100;

    private static final Pattern PLAIN = Pattern.compile("-?[0-9]{1,20}(\\.[0-9]{1,20})?");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final Pattern SMALL_EXPONENT = Pattern.compile("[^eE]+([eE][+-]?0*[0-9]{1,3})?");

    private Decimals() {}

    /// Parses a plain number of at most 40 digits with a decimal point; empty if the text is none.
    public static Optional<BigDecimal> read(String text) {
        return PLAIN.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    /// Parses a plain number without a sign.
    public static Optional<BigDecimal> unsigned(String text) {
        return read(text).filter(_ -> text.charAt(0) != '-');
    }

    /// Returns true if the text is a number, of any size.
    static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    /// @param text a number
    static Optional<BigDecimal> bounded(String text) {
        return text.length() <= LENGTH_MAX && SMALL_EXPONENT.matcher(text).matches()
                ? Optional.of(new BigDecimal(text)).filter(Decimals::isBounded)
                : Optional.empty();
    }

    static boolean isBounded(BigDecimal number) {
        return number.precision() <= DIGITS_MAX && Math.abs((long) number.scale()) <= EXPONENT_MAX;
    }
}
