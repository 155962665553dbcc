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

/// Texts that are found again by how they read in one language, to be said in another: for what is kept or answered in
/// that one language alone.
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
                // What says more by itself is tried first.
                .sorted(Comparator.comparingInt(Template::length).reversed().thenComparing(Template::key))
                .toList();
    }

    /// @param first in the language that is to be found again
    public static Phrases of(Texts first) {
        return new Phrases(first);
    }

    /// Which text it is; nothing for one that is not known.
    public Optional<Found> find(String said) {
        var whole = keyByText.get(said);
        return whole != null
                ? Optional.of(new Found(whole, List.of()))
                : templates.stream()
                        .flatMap(template -> template.find(said).stream())
                        .findFirst();
    }

    private static boolean hasPlaces(Texts texts, String key) {
        return texts.format(key).getFormatsByArgumentIndex().length > 0;
    }

    /// A text that was found.
    ///
    /// @param places what stood in its places
    public record Found(String key, List<Object> places) {
        public Found {
            places = List.copyOf(places);
        }
    }

    /// Some text with places for names and sums.
    private record Template(String key, MessageFormat format, int length) {
        Optional<Found> find(String text) {
            var position = new ParsePosition(0);
            // A format is not for several threads at once.
            var places = ((MessageFormat) format.clone()).parse(text, position);
            return places == null || position.getIndex() < text.length()
                    ? Optional.empty()
                    : Optional.of(new Found(key, filled(places)));
        }

        /// A format leaves a place empty where its own mark stands in it.
        private static List<Object> filled(Object[] places) {
            return IntStream.range(0, places.length)
                    .mapToObj(at -> Objects.requireNonNullElse(places[at], "{" + at + "}"))
                    .toList();
        }
    }
}
