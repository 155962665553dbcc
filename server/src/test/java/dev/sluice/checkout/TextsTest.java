package dev.sluice.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.page.Texts;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The page's texts exist in every language, with the same placeholders.
class TextsTest {
    private static final Pattern PLACE = Pattern.compile("\\{\\d}");

    static List<Locale> languages() {
        return Texts.LANGUAGES;
    }

    @ParameterizedTest
    @MethodSource("languages")
    void a_language_has_every_text_with_every_place(Locale language) {
        assertThat(places(language)).isEqualTo(places(Locale.ENGLISH));
    }

    private static TreeMap<String, List<String>> places(Locale language) {
        var bundle = ResourceBundle.getBundle(
                "texts.checkout",
                language,
                ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
        assertThat(bundle.getLocale()).isEqualTo(language);
        var places = new TreeMap<String, List<String>>();
        bundle.keySet()
                .forEach(key -> places.put(
                        key,
                        PLACE.matcher(bundle.getString(key))
                                .results()
                                .map(MatchResult::group)
                                .sorted()
                                .toList()));
        return places;
    }
}
