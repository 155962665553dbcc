package dev.sluice.dashboard;

import dev.sluice.audit.Entry;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.ErrorCodes;
import dev.sluice.http.Answer;
import dev.sluice.http.IfMatch;
import dev.sluice.http.Timestamps;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Optimistic lock of a form: the version of the stored resource that the form was rendered from. The form sends it
/// back, so that no one unknowingly reverts another person's change. If the version is outdated, nothing is changed
/// and the form shows the stored values.
///
/// @param mark time of the last change, or a digest of the shown values; empty if the form has none
public record FormVersion(String mark) {
    public static final String FIELD = "version";
    static final FormVersion NOTHING = new FormVersion("");

    private static final int DIGITS = 32;

    /// Version of a resource with a timestamp of its last change.
    public static FormVersion of(Instant updatedAt) {
        return new FormVersion(Timestamps.text(updatedAt));
    }

    /// Version of the shown values, by field.
    public static FormVersion of(Map<String, String> shown) {
        var text = new StringBuilder();
        new TreeMap<>(shown)
                .forEach((field, value) -> text.append(field)
                        .append('=')
                        .append(value.length())
                        .append(':')
                        .append(value)
                        .append('\n'));
        return new FormVersion(
                Sha256.hex(text.toString().getBytes(StandardCharsets.UTF_8)).substring(0, DIGITS));
    }

    /// Returns the version in the sent form.
    public static FormVersion sent(PageContext context) {
        return context.form().text(FIELD).map(FormVersion::new).orElse(NOTHING);
    }

    /// Returns the `If-Match` tag for the service.
    Optional<String> tag() {
        return mark.isEmpty() ? Optional.empty() : Optional.of(IfMatch.tag(mark));
    }

    /// Reports whether the stored values may be changed: they match the version, or the form has none. A change
    /// that is already stored is also allowed, such as when a form is sent twice.
    public boolean allows(Map<String, String> stored, Map<String, String> wanted) {
        return mark.isEmpty() || stored.equals(wanted) || equals(of(stored));
    }

    /// Runs a change, or shows the conflict with another person's change.
    ///
    /// @param overtaken renders the form with its input and the stored values
    public static Answer orOvertaken(Supplier<Answer> change, Supplier<Answer> overtaken) {
        try {
            return change.get();
        } catch (SluiceException refused) {
            if (!isOvertaken(refused)) {
                throw refused;
            }
        } catch (Refused refused) {
            if (refused.refusal() != Refusal.CHANGED_MEANWHILE) {
                throw refused;
            }
        }
        return overtaken.get();
    }

    public static boolean isOvertaken(SluiceException refused) {
        return refused.code().equals(ErrorCodes.CHANGED_MEANWHILE);
    }

    /// Returns the text about a conflicting change, with its author if a person made it in the dashboard.
    ///
    /// @param last last change of this kind by a person
    public static String conflictMessage(PageContext context, Optional<Entry> last) {
        var texts = context.common();
        var text = texts.get("overtaken");
        return last.map(entry -> text + " "
                        + texts.get(
                                "overtakenBy", entry.actor(), context.formats().time(entry.begunAt())))
                .orElse(text);
    }

    /// Returns the text for a resource that two forms can change.
    public static String conflictMessage(PageContext context, Optional<Entry> last, Optional<Entry> lastOfOther) {
        return conflictMessage(
                context, Stream.concat(last.stream(), lastOfOther.stream()).max(Comparator.comparing(Entry::begunAt)));
    }

    /// Returns the conflict as problems, with the stored value at each field that differs from the input.
    ///
    /// @param marked fields at which the form shows the stored value; others are added to the text of the whole
    /// @param label returns the display name of a field
    public static Problems problems(
            PageContext context,
            Optional<Entry> last,
            Difference difference,
            Collection<String> marked,
            UnaryOperator<String> label) {
        var whole = new StringBuilder(conflictMessage(context, last));
        var byField = new HashMap<String, String>();
        difference.stored().forEach((field, value) -> {
            var text = stored(context, value);
            if (marked.contains(field)) {
                byField.put(field, text);
            } else {
                whole.append(' ')
                        .append(label.apply(field))
                        .append(": ")
                        .append(text)
                        .append('.');
            }
        });
        return new Problems(whole.toString(), byField);
    }

    /// Returns the text with a stored value.
    public static String stored(PageContext context, String value) {
        var texts = context.common();
        return value.isEmpty() ? texts.get("storedNothing") : texts.get("storedNow", value);
    }

    /// Stored values that differ from the input; the value is empty if nothing is stored.
    public record Difference(Map<String, String> stored) {
        public Difference {
            stored = new TreeMap<>(stored);
        }

        public static Difference between(Map<String, String> typed, Map<String, String> stored) {
            var fields = new TreeSet<>(typed.keySet());
            fields.addAll(stored.keySet());
            var different = new HashMap<String, String>();
            for (var field : fields) {
                var value = stored.getOrDefault(field, "");
                if (!value.equals(typed.getOrDefault(field, "").strip())) {
                    different.put(field, value);
                }
            }
            return new Difference(different);
        }
    }
}
