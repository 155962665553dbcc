package dev.sluice.dashboard;

import dev.sluice.http.Query;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// Parses typed amounts. It accepts the format of the page's language, with or without thousands separators, and the
/// plain format with a point before the decimals.
public final class Amounts {
    /// Form field with the language in which the form was rendered. Its numbers are parsed in that language, even
    /// if the visitor has since switched languages in another window.
    static final String LANGUAGE = "formLanguage";

    /// Names of all form fields that take an amount or a count.
    private static final Set<String> FIELDS = Set.of(
            "amount",
            "refundAmount",
            "payAmount",
            "payoutAmount",
            "min",
            "max",
            "flat",
            "price",
            "requests",
            "burst",
            "payouts",
            "span");

    /// Prefix of the fields that exist once per currency.
    private static final String THRESHOLD = "threshold.";

    /// Fields with a percentage, which never reach a thousand.
    private static final Set<String> SHARES = Set.of("percentage", "markup");

    private static final Pattern POINT_AND_THREE = Pattern.compile("[0-9]{1,3}\\.[0-9]{3}");
    private static final Pattern UNMISTAKABLE = Pattern.compile("([0-9]{1,3})\\.([0-9]{3})0");
    /// Blanks and invisible format characters, which often come along with a copied number.
    private static final Pattern BLANK = Pattern.compile("[\\s\\u00A0\\u202F\\p{Cf}]+");

    /// Separators of each language of the dashboard.
    private static final Map<Locale, Marks> MARKS = new ConcurrentHashMap<>();

    private Amounts() {}

    /// Separators of a language, and the patterns of amounts that use them.
    private record Marks(String thousand, String decimal, Pattern grouped, Pattern ungrouped) {
        static Marks of(Locale locale) {
            var symbols = DecimalFormatSymbols.getInstance(locale);
            var thousand = String.valueOf(symbols.getGroupingSeparator());
            var decimal = String.valueOf(symbols.getDecimalSeparator());
            return new Marks(
                    thousand,
                    decimal,
                    Pattern.compile("[1-9][0-9]{0,2}(%1$s[0-9]{3})+(%2$s[0-9]+)?"
                            .formatted(Pattern.quote(thousand), Pattern.quote(decimal))),
                    Pattern.compile("[0-9]+(%s[0-9]+)?".formatted(Pattern.quote(decimal))));
        }

        boolean fit(String text) {
            return grouped.matcher(text).matches() || ungrouped.matcher(text).matches();
        }

        String without(String text) {
            return text.replace(thousand, "").replace(decimal, ".");
        }
    }

    /// Makes the amounts of a form parse in the language in which it was rendered. Exponents are rejected.
    ///
    /// @param locale language of the visitor, used if the form does not contain its language
    static Query in(Locale locale, Query sent) {
        var made = DashboardGuard.LANGUAGES.stream()
                .filter(each -> sent.texts(LANGUAGE).contains(each.getLanguage()))
                .findFirst()
                .orElse(locale);
        for (var field : sent.names()) {
            if (isAmount(field)) {
                sent.reading(field, typed -> plain(typed, made));
            } else if (isShare(field)) {
                sent.reading(field, typed -> share(typed, made));
            }
        }
        return sent.withoutExponents();
    }

    static boolean isAmount(String field) {
        return FIELDS.contains(field) || field.startsWith(THRESHOLD);
    }

    static boolean isShare(String field) {
        return SHARES.contains(field);
    }

    /// Returns a typed amount with a decimal point and no other separators; returns other input unchanged. The
    /// result may be parsed again in any language, because the form of the next page carries it.
    static String plain(String typed, Locale locale) {
        var marks = MARKS.computeIfAbsent(locale, Marks::of);
        var text = BLANK.matcher(typed).replaceAll("");
        return marks.fit(text) ? unmistakable(marks.without(text)) : typed;
    }

    /// Returns a typed percentage with a decimal point; a decimal point is accepted in every language.
    static String share(String typed, Locale locale) {
        var marks = MARKS.computeIfAbsent(locale, Marks::of);
        var text = BLANK.matcher(typed).replaceAll("");
        return marks.ungrouped().matcher(text).matches() ? text.replace(marks.decimal(), ".") : typed;
    }

    /// Returns a parsed amount in the notation of a language, so that a form can show it again: `150.000` was
    /// parsed as `150.0000`.
    public static String typed(String read, String language) {
        var marks = MARKS.computeIfAbsent(Locale.of(language), Marks::of);
        var matcher = UNMISTAKABLE.matcher(read);
        return matcher.matches() ? matcher.group(1) + marks.decimal() + matcher.group(2) : read;
    }

    /// Appends a zero to an amount with three decimals: `1.000` could be a thousand in another language, `1.0000`
    /// cannot.
    private static String unmistakable(String plain) {
        return POINT_AND_THREE.matcher(plain).matches() ? plain + "0" : plain;
    }
}
