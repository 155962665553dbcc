package dev.sluice.page;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.text.NumberFormat;
import java.util.Locale;

/// Formats amounts for pages.
public final class Amounts {
    private Amounts() {}

    /// Formats an amount in a language, with the unambiguous currency code: `100.000 IDR`. If there are cents, all
    /// decimals are shown.
    public static String text(Money amount, Locale locale) {
        var format = NumberFormat.getNumberInstance(
                Locale.of(locale.getLanguage(), locale.getCountry(), "").stripExtensions());
        boolean whole = amount.decimal().scale() <= 0;
        boolean fiat = amount.asset().kind() == Asset.Kind.FIAT;
        format.setMinimumFractionDigits(whole || !fiat ? 0 : amount.asset().exponent());
        format.setMaximumFractionDigits(amount.asset().exponent());
        return format.format(amount.decimal()) + "\u00a0" + amount.asset().code();
    }
}
