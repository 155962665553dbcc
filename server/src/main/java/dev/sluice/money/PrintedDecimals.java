package dev.sluice.money;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Decimals of printed amounts: `500.00 USD`, `500 JPY`.
public final class PrintedDecimals {
    /// Currencies whose minor unit is out of use: nobody writes the sen of a rupiah amount.
    private static final Set<String> WITHOUT_MINOR_UNIT = Set.of("IDR");

    private static final int OTHERWISE = 2;
    private static final int FRACTION_MIN = 2;

    private static final Map<String, Integer> ISO = Currency.getAvailableCurrencies().stream()
            .collect(Collectors.toUnmodifiableMap(Currency::getCurrencyCode, PrintedDecimals::standard, Math::max));

    private PrintedDecimals() {}

    private static int standard(Currency currency) {
        return Math.max(0, currency.getDefaultFractionDigits());
    }

    /// Returns the minimum decimals of a printed amount: those of [#least(String)], and at least two of a fraction, so
    /// that half a rupiah is `0.50 IDR`.
    public static int least(BigDecimal amount, String code) {
        return least(amount, least(code));
    }

    /// Returns the minimum decimals of a printed number. A fraction has at least two.
    public static int least(BigDecimal number, int least) {
        return number.stripTrailingZeros().scale() > 0 ? Math.max(least, FRACTION_MIN) : least;
    }

    /// Returns the minimum decimals of printed amounts. A currency has those of ISO 4217, a token has two. An amount
    /// with a smaller fraction has more.
    public static int least(String code) {
        return WITHOUT_MINOR_UNIT.contains(code) ? 0 : ISO.getOrDefault(code, OTHERWISE);
    }
}
