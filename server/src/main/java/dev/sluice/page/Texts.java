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
    /// Supported languages; the first one is the fallback.
    public static final List<Locale> LANGUAGES = List.of("en", "id", "vi", "th", "es", "pt", "ar").stream()
            .map(Locale::of)
            .toList();

    /// Languages with texts for every page; the first one is the fallback.
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

    /// Returns the texts of a page in the best supported language.
    ///
    /// @param wanted value of `Accept-Language`: `id-ID,id;q=0.9,en;q=0.8`
    public static Texts of(String page, String wanted) {
        return of(page, wanted, LANGUAGES);
    }

    /// Returns the texts of a page with fewer languages; the first one is the fallback.
    public static Texts of(String page, String wanted, List<Locale> languages) {
        var locale = best(wanted, languages);
        return new Texts(
                ResourceBundle.getBundle(
                        "texts." + page,
                        locale,
                        ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES)),
                locale);
    }

    /// Returns true if the language is supported, with any country.
    public static boolean knows(String languageTag) {
        return LANGUAGES.contains(Locale.of(Locale.forLanguageTag(languageTag).getLanguage()));
    }

    /// Returns a text with its placeholders filled.
    ///
    /// @throws MissingResourceException if there is no such text
    public String get(String key, Object... values) {
        boolean fromRight = direction().equals("rtl");
        return format(key)
                .format(Stream.of(values)
                        .map(value -> fromRight ? isolated(value) : withOwnDirection(value))
                        .toArray());
    }

    /// Returns a text that may be missing, such as that of a code newer than this page.
    public Optional<String> find(String key) {
        return bundle.containsKey(key) ? Optional.of(get(key)) : Optional.empty();
    }

    /// Returns the keys of all texts.
    public Stream<String> keys() {
        return bundle.keySet().stream();
    }

    /// Returns a text with its placeholders.
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

    /// Isolates a name or amount, so that it keeps its own direction in right-to-left text.
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
