package dev.sluice.iso20022;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Purpose of a payment, as the payer states it.
///
/// @param references structured references: RF, QRR, or an invoice number
/// @param lines unstructured text, as the bank divided it
public record Remittance(List<String> references, List<String> lines) {
    public static final Remittance NONE = new Remittance(List.of(), List.of());

    /// Banks cut text into lines of this length, also inside a word.
    private static final int CUT = 35;

    private static final Set<String> PLACEHOLDERS = Set.of("NOTPROVIDED", "NOT PROVIDED", "NONREF", "NOREF", "NONE");

    public Remittance {
        references = List.copyOf(references);
        lines = List.copyOf(lines);
    }

    /// Returns references and text in one line; null if there are none. A line of 35 characters continues in the
    /// next one without a space.
    public @Nullable String text() {
        var parts = new ArrayList<>(references);
        var joined = joined(lines, CUT);
        if (!joined.isEmpty()) {
            parts.add(joined);
        }
        return parts.isEmpty() ? null : String.join(" ", parts);
    }

    /// Joins lines. A line that is at least as long as the cut was cut, also inside a word; others end with a word.
    public static String joined(List<String> lines, int cut) {
        var text = new StringBuilder();
        boolean open = false;
        for (var line : lines) {
            if (!text.isEmpty() && !open) {
                text.append(' ');
            }
            text.append(line);
            open = line.length() >= cut;
        }
        return text.toString().strip();
    }

    /// Returns the first text that is neither missing nor blank.
    public static @Nullable String firstOf(@Nullable String... texts) {
        for (var text : texts) {
            if (text != null && !text.isBlank()) {
                return text.strip();
            }
        }
        return null;
    }

    /// Returns null instead of an empty text or a placeholder such as `NOTPROVIDED`.
    public static @Nullable String provided(@Nullable String reference) {
        if (reference == null
                || reference.isBlank()
                || PLACEHOLDERS.contains(reference.strip().toUpperCase(Locale.ROOT))) {
            return null;
        }
        return reference.strip();
    }
}
