package dev.sluice.screening;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Entry of a list in OpenSanctions' simplified CSV form.
///
/// @param names the name and its aliases
/// @param birthDates years or dates, as the list has them
/// @param identifiers numbers of registers and documents, and addresses of wallets
/// @param list titles of the lists that it comes from
/// @param seen times when it came on the list, and when it was last seen there
record ListEntry(
        String id,
        String schema,
        List<String> names,
        List<String> birthDates,
        List<String> countries,
        List<String> identifiers,
        String sanctions,
        String list,
        @Nullable String seen) {
    private static final int ABOUT_LENGTH_MAX = 400;

    ListEntry {
        names = List.copyOf(names);
        birthDates = List.copyOf(birthDates);
        countries = List.copyOf(countries);
        identifiers = List.copyOf(identifiers);
    }

    /// Returns all details by which an operator distinguishes the entry from the party: kind, birth dates,
    /// countries, programme, dates.
    String about() {
        var parts = new ArrayList<String>();
        if (!schema.isBlank()) {
            parts.add(schema);
        }
        part("born ", birthDates).ifPresent(parts::add);
        part("", countries).ifPresent(parts::add);
        if (!sanctions.isBlank()) {
            parts.add(sanctions);
        }
        if (seen != null) {
            parts.add(seen);
        }
        var text = String.join(" · ", parts);
        return text.substring(0, Math.min(text.length(), ABOUT_LENGTH_MAX));
    }

    private static Optional<String> part(String label, List<String> values) {
        return values.isEmpty() ? Optional.empty() : Optional.of(label + String.join(", ", values));
    }
}
