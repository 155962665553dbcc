package dev.sluice.money;

import java.util.Currency;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Decimals of printed amounts: `500.00 USD`, `500 JPY`.
public final class PrintedDecimals {
    /// Currencies whose minor unit is out of use: nobody writes the sen of a rupiah amount.
    private static final Set<String> WITHOUT_MINOR_UNIT = Set.of("IDR");

    private static final int OTHERWISE = 2;

    private static final Map<String, Integer> ISO = Currency.getAvailableCurrencies().stream()
            .collect(Collectors.toUnmodifiableMap(Currency::getCurrencyCode, PrintedDecimals::standard, Math::max));

    private PrintedDecimals() {}

    private static int standard(Currency currency) {
        return Math.max(0, currency.getDefaultFractionDigits());
    }

    /// Returns the minimum decimals of a printed amount. A currency has those of ISO 4217, a token has two. An
    /// amount with a smaller fraction has more.
    public static int least(String code) {
        return WITHOUT_MINOR_UNIT.contains(code) ? 0 : ISO.getOrDefault(code, OTHERWISE);
    }
}
