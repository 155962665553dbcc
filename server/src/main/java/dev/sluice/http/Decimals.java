package dev.sluice.http;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/// Decimal numbers out of texts that somebody else wrote, bounded before they are read: `1e999999999` is a short text
/// of a number whose digits fill the memory.
public final class Decimals {
    private static final Pattern PLAIN = Pattern.compile("-?[0-9]{1,20}(\\.[0-9]{1,20})?");

    private Decimals() {}

    /// A plain number of at most 40 digits, with a point before its decimals; nothing where a text is none.
    public static Optional<BigDecimal> read(String text) {
        return PLAIN.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    /// The same, without a sign.
    public static Optional<BigDecimal> unsigned(String text) {
        return read(text).filter(_ -> text.charAt(0) != '-');
    }
}
