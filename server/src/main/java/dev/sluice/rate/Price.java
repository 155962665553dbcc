package dev.sluice.rate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/// What one unit of something costs, and the time that this is from.
record Price(BigDecimal value, Instant from) {
    /// What quotients are rounded to on the way: far beyond the digits of any rate.
    static final MathContext PRECISE = new MathContext(34, RoundingMode.HALF_UP);

    /// Numbers are bounded before they are expanded.
    private static final Pattern NUMBER = Pattern.compile("\\d{1,20}(\\.\\d{1,30})?([eE][+-]?\\d{1,2})?");

    private static final BigDecimal LARGEST = new BigDecimal("1e18");
    private static final BigDecimal SMALLEST = new BigDecimal("1e-18");

    Price {
        if (value.signum() <= 0) {
            throw new IllegalArgumentException("a price is positive: " + value);
        }
    }

    /// The number that a source wrote, or nothing where it wrote anything else, or what can be no price.
    static Optional<BigDecimal> number(String text) {
        return Optional.of(text)
                .filter(each -> NUMBER.matcher(each).matches())
                .map(BigDecimal::new)
                .filter(number ->
                        number.signum() > 0 && number.compareTo(LARGEST) <= 0 && number.compareTo(SMALLEST) >= 0);
    }
}
