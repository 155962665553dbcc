package dev.sluice.rate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/// The price of one unit, and the time of that price.
record Price(BigDecimal value, Instant from) {
    /// Precision of intermediate quotients: far beyond the digits of any rate.
    static final MathContext PRECISE = new MathContext(34, RoundingMode.HALF_UP);

    /// The length of a number is bounded before it is expanded.
    private static final Pattern NUMBER = Pattern.compile("\\d{1,20}(\\.\\d{1,30})?([eE][+-]?\\d{1,2})?");

    private static final BigDecimal LARGEST = new BigDecimal("1e18");
    private static final BigDecimal SMALLEST = new BigDecimal("1e-18");

    Price {
        if (value.signum() <= 0) {
            throw new IllegalArgumentException("a price is positive: " + value);
        }
    }

    /// Parses a source's number; empty if the text is malformed or out of range for a price.
    static Optional<BigDecimal> number(String text) {
        return Optional.of(text)
                .filter(each -> NUMBER.matcher(each).matches())
                .map(BigDecimal::new)
                .filter(number ->
                        number.signum() > 0 && number.compareTo(LARGEST) <= 0 && number.compareTo(SMALLEST) >= 0);
    }
}
