package dev.sluice.dashboard;

import dev.sluice.http.Query;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// Amounts as people write them: as the pages of their language show them, with or without the marks between
/// thousands; or plainly, with a point before the decimals.
public final class Amounts {
    /// The field of a form that says in which language it was made. Its numbers are read in that one, whatever the
    /// visitor chose in another window meanwhile.
    static final String LANGUAGE = "formLanguage";

    /// The fields of all forms in which an amount or a count is written.
    private static final Set<String> FIELDS = Set.of(
            "amount",
            "refundAmount",
            "payAmount",
            "sum",
            "most",
            "least",
            "max",
            "flat",
            "price",
            "requests",
            "burst",
            "payouts",
            "span");

    /// What the names of such fields begin with where there is one for each currency.
    private static final String THRESHOLD = "threshold.";

    /// Those of shares, which never come to a thousand.
    private static final Set<String> SHARES = Set.of("percentage", "markup");

    private static final Pattern POINT_AND_THREE = Pattern.compile("[0-9]{1,3}\\.[0-9]{3}");
    private static final Pattern UNMISTAKABLE = Pattern.compile("([0-9]{1,3})\\.([0-9]{3})0");
    /// Blanks, and format characters that come along with a number that was copied.
    private static final Pattern BLANK = Pattern.compile("[\\s\\u00A0\\u202F\\p{Cf}]+");

    /// Of the dashboard's languages.
    private static final Map<Locale, Marks> MARKS = new ConcurrentHashMap<>();

    private Amounts() {}

    /// The marks of a language, and the amounts that are written with them.
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

    /// Reads the amounts of a form in the language that it was made in, and no number with an exponent.
    ///
    /// @param locale that of the visitor, for a form that does not say
    static Query in(Locale locale, Query sent) {
        var made = Door.LANGUAGES.stream()
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

    /// A typed amount with a point before its decimals and no other marks; unchanged where it is no amount. What comes
    /// out is read in the same way again, in whatever language, since it goes through the form of the next page.
    static String plain(String typed, Locale locale) {
        var marks = MARKS.computeIfAbsent(locale, Marks::of);
        var text = BLANK.matcher(typed).replaceAll("");
        return marks.fit(text) ? unmistakable(marks.without(text)) : typed;
    }

    /// A typed share with a point before its decimals, which may have been typed so in any language.
    static String share(String typed, Locale locale) {
        var marks = MARKS.computeIfAbsent(locale, Marks::of);
        var text = BLANK.matcher(typed).replaceAll("");
        return marks.ungrouped().matcher(text).matches() ? text.replace(marks.decimal(), ".") : typed;
    }

    /// An amount out of a form as it was typed, for the form of a page in a language: `150.000` was read as `150.0000`.
    public static String typed(String read, String language) {
        var marks = MARKS.computeIfAbsent(Locale.of(language), Marks::of);
        var found = UNMISTAKABLE.matcher(read);
        return found.matches() ? found.group(1) + marks.decimal() + found.group(2) : read;
    }

    /// One point and three digits after it could be thousands in another language; with one more zero they cannot.
    private static String unmistakable(String plain) {
        return POINT_AND_THREE.matcher(plain).matches() ? plain + "0" : plain;
    }
}
