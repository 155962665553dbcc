package dev.sluice.iso20022;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import java.util.Optional;
import java.util.OptionalInt;

/// An amount with its currency (ISO 4217). A debit is negative. The scale is that of the currency, unless the bank
/// sent more decimals that are not zero.
public record Amount(BigDecimal value, String currency) {
    private static final int LENGTH_MAX = 40;
    private static final int CODE_LENGTH = 3;

    public Amount {
        var places = decimals(currency);
        if (places.isPresent()) {
            int least = places.getAsInt();
            var stripped = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
            value = stripped.setScale(Math.max(stripped.scale(), least), RoundingMode.UNNECESSARY);
        }
    }

    /// Reads a decimal number without an exponent; nothing if the text is none or is longer than 40 characters.
    ///
    /// @param point separator of the decimals
    public static Optional<BigDecimal> decimal(String text, char point) {
        var plain = text.strip();
        int digits = 0;
        int points = 0;
        for (int i = 0; i < plain.length(); i++) {
            char each = plain.charAt(i);
            if (each == point) {
                points++;
            } else if (each >= '0' && each <= '9') {
                digits++;
            } else if (i > 0 || (each != '-' && each != '+')) {
                return Optional.empty();
            }
        }
        return digits == 0 || points > 1 || plain.length() > LENGTH_MAX
                ? Optional.empty()
                : Optional.of(new BigDecimal(plain.replace(point, '.')));
    }

    /// Returns true if the text has the form of a currency code and the JDK knows it.
    public static boolean isCurrency(String code) {
        return currency(code).isPresent();
    }

    /// Returns true if the amount has decimals that its currency lacks, or the currency is unknown.
    public boolean isFinerThanCurrency() {
        var places = decimals(currency);
        return places.isPresent() && value.scale() > places.getAsInt();
    }

    public Amount negated() {
        return new Amount(value.negate(), currency);
    }

    public int signum() {
        return value.signum();
    }

    @Override
    public String toString() {
        return value.toPlainString() + " " + currency;
    }

    private static OptionalInt decimals(String code) {
        return currency(code)
                .map(Currency::getDefaultFractionDigits)
                .filter(places -> places >= 0)
                .map(OptionalInt::of)
                .orElseGet(OptionalInt::empty);
    }

    private static Optional<Currency> currency(String code) {
        if (code.length() != CODE_LENGTH) {
            return Optional.empty();
        }
        try {
            return Optional.of(Currency.getInstance(code));
        } catch (IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }
}
