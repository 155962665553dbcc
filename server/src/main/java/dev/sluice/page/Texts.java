package dev.sluice.page;

import dev.sluice.text.OutsideText;
import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.Locale.LanguageRange;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.stream.Stream;

/// The texts of a page in one language.
public final class Texts {
    /// The languages that there are texts in; the first is for everybody else.
    public static final List<Locale> LANGUAGES = List.of("en", "id", "vi", "th", "es", "pt", "ar").stream()
            .map(Locale::of)
            .toList();

    /// Those that there are texts of every page in; the first is for everybody else.
    public static final List<Locale> LANGUAGES_OF_EVERY_PAGE = List.of(Locale.of("en"), Locale.of("id"));

    private static final int HEADER_LENGTH_MAX = 200;
    private static final List<String> RIGHT_TO_LEFT = List.of("ar");

    private static final String FIRST_STRONG_ISOLATE = "\u2068";
    private static final String POP_ISOLATE = "\u2069";

    private final ResourceBundle bundle;
    private final Locale locale;

    private Texts(ResourceBundle bundle, Locale locale) {
        this.bundle = bundle;
        this.locale = locale;
    }

    /// The texts of a page in the best of our languages.
    ///
    /// @param wanted as a browser's `Accept-Language` says it: `id-ID,id;q=0.9,en;q=0.8`
    public static Texts of(String page, String wanted) {
        return of(page, wanted, LANGUAGES);
    }

    /// The same of a page that has fewer languages; the first is for everybody else.
    public static Texts of(String page, String wanted, List<Locale> languages) {
        var locale = best(wanted, languages);
        return new Texts(
                ResourceBundle.getBundle(
                        "texts." + page,
                        locale,
                        ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES)),
                locale);
    }

    /// Whether there are texts in a language, whatever its country.
    public static boolean knows(String languageTag) {
        return LANGUAGES.contains(Locale.of(Locale.forLanguageTag(languageTag).getLanguage()));
    }

    /// A text, with what belongs into it.
    ///
    /// @throws MissingResourceException where there is none
    public String get(String key, Object... values) {
        boolean fromRight = direction().equals("rtl");
        return format(key)
                .format(Stream.of(values)
                        .map(value -> fromRight ? isolated(value) : withOwnDirection(value))
                        .toArray());
    }

    /// A text that there may be none of, such as that of a code which is newer than this page.
    public Optional<String> find(String key) {
        return bundle.containsKey(key) ? Optional.of(get(key)) : Optional.empty();
    }

    /// What there are texts for.
    public Stream<String> keys() {
        return bundle.keySet().stream();
    }

    /// A text with the places of what belongs into it.
    public MessageFormat format(String key) {
        return new MessageFormat(bundle.getString(key), locale);
    }

    public Locale locale() {
        return locale;
    }

    public String language() {
        return locale.getLanguage();
    }

    public String direction() {
        return RIGHT_TO_LEFT.contains(language()) ? "rtl" : "ltr";
    }

    /// A name or a sum that keeps its own direction among letters that run the other way.
    private static String isolated(Object value) {
        return FIRST_STRONG_ISOLATE + value + POP_ISOLATE;
    }

    private static Object withOwnDirection(Object value) {
        return value instanceof String text ? OutsideText.isolated(text) : value;
    }

    private static Locale best(String wanted, List<Locale> languages) {
        if (wanted.isBlank() || wanted.length() > HEADER_LENGTH_MAX) {
            return languages.getFirst();
        }
        try {
            var found = Locale.lookup(LanguageRange.parse(wanted), languages);
            return found == null ? languages.getFirst() : found;
        } catch (IllegalArgumentException malformed) {
            return languages.getFirst();
        }
    }
}
