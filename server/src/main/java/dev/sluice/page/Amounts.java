package dev.sluice.page;

import dev.sluice.money.Asset;
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
        format.setMinimumFractionDigits(least(amount));
        format.setMaximumFractionDigits(amount.asset().exponent());
        return format.format(amount.decimal()) + "\u00a0" + amount.asset().code();
    }

    private static int least(Money amount) {
        boolean whole = amount.decimal().scale() <= 0;
        boolean token = amount.asset().kind() != Asset.Kind.FIAT;
        return whole || token
                ? PrintedDecimals.least(amount.asset().code())
                : amount.asset().exponent();
    }
}
