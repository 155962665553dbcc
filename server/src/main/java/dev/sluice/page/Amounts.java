package dev.sluice.page;

import dev.sluice.money.Money;
import dev.sluice.money.PrintedDecimals;
import java.text.NumberFormat;
import java.util.Locale;

/// Formats amounts for pages.
public final class Amounts {
    private Amounts() {}

    /// Formats an amount in a language, with the unambiguous currency code: `100.000 IDR`, `500,00 USD`.
    public static String text(Money amount, Locale locale) {
        var format = NumberFormat.getNumberInstance(
                Locale.of(locale.getLanguage(), locale.getCountry(), "").stripExtensions());
        format.setMinimumFractionDigits(
                PrintedDecimals.least(amount.decimal(), amount.asset().code()));
        format.setMaximumFractionDigits(amount.asset().exponent());
        return format.format(amount.decimal()) + "\u00a0" + amount.asset().code();
    }
}
