package dev.sluice.page;

import java.text.MessageFormat;
import java.text.ParsePosition;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Recognizes texts by their wording in one language in order to show them in another. For texts that are stored or
/// answered in only one language.
public final class Phrases {
    private final Map<String, String> keyByText;
    private final List<Template> templates;

    private Phrases(Texts texts) {
        this.keyByText = texts.keys()
                .filter(key -> !hasPlaces(texts, key))
                .collect(Collectors.toUnmodifiableMap(key -> texts.get(key), Function.identity()));
        this.templates = texts.keys()
                .filter(key -> hasPlaces(texts, key))
                .map(key -> new Template(key, texts.format(key), texts.get(key).length()))
                // Longer templates are tried first, since they are more specific.
                .sorted(Comparator.comparingInt(Template::length).reversed().thenComparing(Template::key))
                .toList();
    }

    /// @param first texts in the language to recognize
    public static Phrases of(Texts first) {
        return new Phrases(first);
    }

    /// Returns the key of a text; empty for an unknown one.
    public Optional<PhraseMatch> find(String text) {
        var whole = keyByText.get(text);
        return whole != null
                ? Optional.of(new PhraseMatch(whole, List.of()))
                : templates.stream()
                        .flatMap(template -> template.find(text).stream())
                        .findFirst();
    }

    private static boolean hasPlaces(Texts texts, String key) {
        return texts.format(key).getFormatsByArgumentIndex().length > 0;
    }

    /// A recognized text.
    ///
    /// @param places values of its placeholders
    public record PhraseMatch(String key, List<Object> places) {
        public PhraseMatch {
            places = List.copyOf(places);
        }
    }

    /// A text with placeholders for names and amounts.
    private record Template(String key, MessageFormat format, int length) {
        Optional<PhraseMatch> find(String text) {
            var position = new ParsePosition(0);
            // `MessageFormat` is not thread-safe.
            var places = ((MessageFormat) format.clone()).parse(text, position);
            return places == null || position.getIndex() < text.length()
                    ? Optional.empty()
                    : Optional.of(new PhraseMatch(key, filled(places)));
        }

        /// Replaces null: a format returns it for a value that is the placeholder itself.
        private static List<Object> filled(Object[] places) {
            return IntStream.range(0, places.length)
                    .mapToObj(at -> Objects.requireNonNullElse(places[at], "{" + at + "}"))
                    .toList();
        }
    }
}
