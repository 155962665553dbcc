package dev.sluice.rail.iso20022.profile;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Grammar of a value.
///
/// @param rule text for the operator that completes the key, such as `must be a BIC such as COBADEFFXXX`
/// @param parser empty if the text breaks the rule; an [IllegalArgumentException] tells a more specific reason
record Grammar<T>(String rule, Function<String, Optional<T>> parser) {
    private static final int SHOWN_MAX = 60;

    /// Returns the grammar of a choice between words, in any case.
    static <T> Grammar<T> choice(List<T> values, Function<T, String> word) {
        return new Grammar<>(
                "must be " + enumeration(values, word),
                text -> values.stream()
                        .filter(each -> word.apply(each).equalsIgnoreCase(text))
                        .findFirst());
    }

    /// Parses a value.
    ///
    /// @throws IllegalArgumentException with the text of the fault
    T parse(String text) {
        return parser.apply(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        text.isEmpty() ? "has no value; it " + rule : rule + ", not '" + shown(text) + "'"));
    }

    private static <T> String enumeration(List<T> values, Function<T, String> word) {
        var words = values.stream().map(word).toList();
        int last = words.size() - 1;
        return last == 0 ? words.getFirst() : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }

    private static String shown(String text) {
        var printable = text.replaceAll("\\p{Cntrl}", "?");
        return printable.length() <= SHOWN_MAX ? printable : printable.substring(0, SHOWN_MAX) + "…";
    }
}
