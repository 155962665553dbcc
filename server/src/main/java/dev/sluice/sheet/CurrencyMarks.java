package dev.sluice.sheet;

import java.util.Arrays;
import java.util.Currency;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Currency codes and symbols, as number formats display them beside amounts.
final class CurrencyMarks {
    /// Symbols that Java's locales write differently.
    private static final Set<String> FURTHER =
            Set.of("S$", "A$", "NZ$", "NT$", "Mex$", "MX$", "KSh", "RMB", "USDC", "USDT");

    private static final Pattern LETTER = Pattern.compile("\\p{L}");
    private static final String AROUND = ". \u00a0\u202f\u200f";
    private static final Set<String> KNOWN = known();

    private CurrencyMarks() {}

    /// Returns true if a text beside a number can only be a currency mark, or has no letters. Single letters do
    /// not count, since a `K` or `M` after a number means thousands or millions.
    static boolean areAll(String text) {
        var mark = bare(text);
        return !LETTER.matcher(mark).find() || (mark.length() > 1 && KNOWN.contains(mark));
    }

    /// Strips surrounding spaces and full stops.
    private static String bare(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && AROUND.indexOf(text.charAt(from)) >= 0) {
            from++;
        }
        while (to > from && AROUND.indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        return text.substring(from, to);
    }

    private static Set<String> known() {
        var marks = new HashSet<>(FURTHER);
        Currency.getAvailableCurrencies().forEach(currency -> marks.add(currency.getCurrencyCode()));
        var countries = Set.of(Locale.getISOCountries());
        Arrays.stream(Locale.getAvailableLocales())
                .filter(locale -> countries.contains(locale.getCountry()))
                .map(CurrencyMarks::symbol)
                .map(CurrencyMarks::bare)
                .forEach(marks::add);
        return Set.copyOf(marks);
    }

    private static String symbol(Locale locale) {
        var currency = Currency.getInstance(locale);
        return currency == null ? "" : currency.getSymbol(locale);
    }
}
