package dev.sluice.page;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.text.NumberFormat;
import java.util.Locale;

/// Amounts for people.
public final class Amounts {
    private Amounts() {}

    /// An amount as a language writes it, with its currency's code, which no two currencies share: `100.000 IDR`. Cents
    /// are written in full where there are any.
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
