package dev.sluice.http;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/// The decimals that are taken, in a body or in a query: at most 40 digits and an exponent within ±30, which is looked
/// at before anything is expanded.
final class Decimals {
    static final String RULE = "must have at most 40 digits and an exponent within 30";

    private static final int DIGITS_MAX = 40;
    private static final int EXPONENT_MAX = 30;

    /// As long as a number of a body may be.
    private static final int LENGTH_MAX = 100;

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final Pattern SMALL_EXPONENT = Pattern.compile("[^eE]+([eE][+-]?0*[0-9]{1,3})?");

    private Decimals() {}

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
