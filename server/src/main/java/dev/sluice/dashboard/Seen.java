package dev.sluice.dashboard;

import dev.sluice.audit.Entry;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.ErrorCodes;
import dev.sluice.hash.Sha256;
import dev.sluice.http.Answer;
import dev.sluice.http.IfMatch;
import dev.sluice.http.Timestamps;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
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

/// What somebody saw of a stored thing when its form was shown to them. It stands in the form and comes back
/// with it, so that nobody puts back unseen what somebody else has put right meanwhile: a thing that is not as it
/// was seen is not changed, and the form says what is stored now.
///
/// @param mark when it was changed last, or a digest of what was shown of it; empty where a form has none, such as one
///     of a page that an earlier version made
public record Seen(String mark) {
    public static final String FIELD = "seen";
    static final Seen NOTHING = new Seen("");

    private static final int DIGITS = 32;

    /// Of what tells itself when it was changed last.
    public static Seen of(Instant updatedAt) {
        return new Seen(Timestamps.text(updatedAt));
    }

    /// Of what a form shows, by its fields.
    public static Seen of(Map<String, String> shown) {
        var text = new StringBuilder();
        new TreeMap<>(shown)
                .forEach((field, value) -> text.append(field)
                        .append('=')
                        .append(value.length())
                        .append(':')
                        .append(value)
                        .append('\n'));
        return new Seen(
                Sha256.hex(text.toString().getBytes(StandardCharsets.UTF_8)).substring(0, DIGITS));
    }

    /// What a form says that was sent.
    public static Seen sent(Visit visit) {
        return visit.form().text(FIELD).map(Seen::new).orElse(NOTHING);
    }

    /// As the service is asked to change nothing else.
    Optional<String> tag() {
        return mark.isEmpty() ? Optional.empty() : Optional.of(IfMatch.tag(mark));
    }

    /// Whether what is stored may be changed: it is what was seen, or nobody said what was. Nor is anything lost where
    /// it is what is wanted already, as where a form is sent twice.
    public boolean allows(Map<String, String> stored, Map<String, String> wanted) {
        return mark.isEmpty() || stored.equals(wanted) || equals(of(stored));
    }

    /// Changes something, or tells what somebody else has made of it.
    ///
    /// @param overtaken the form as it was typed, and what is stored
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

    /// That it was changed, and by whom, as far as a person did it here.
    ///
    /// @param last what a person did of the kind last
    public static String told(Visit visit, Optional<Entry> last) {
        var texts = visit.common();
        var text = texts.get("overtaken");
        return last.map(entry -> text + " "
                        + texts.get("overtakenBy", entry.actor(), visit.look().time(entry.begunAt())))
                .orElse(text);
    }

    /// The same of what two forms change.
    public static String told(Visit visit, Optional<Entry> last, Optional<Entry> lastOfOther) {
        return told(
                visit, Stream.concat(last.stream(), lastOfOther.stream()).max(Comparator.comparing(Entry::begunAt)));
    }

    /// The same, with what is stored at each field where something else was typed.
    ///
    /// @param marked the fields at which the form shows that; what is stored of others stands with the whole
    /// @param label what a field is called
    public static Problems problems(
            Visit visit,
            Optional<Entry> last,
            Difference difference,
            Collection<String> marked,
            UnaryOperator<String> label) {
        var whole = new StringBuilder(told(visit, last));
        var byField = new HashMap<String, String>();
        difference.stored().forEach((field, value) -> {
            var said = stored(visit, value);
            if (marked.contains(field)) {
                byField.put(field, said);
            } else {
                whole.append(' ')
                        .append(label.apply(field))
                        .append(": ")
                        .append(said)
                        .append('.');
            }
        });
        return new Problems(whole.toString(), byField);
    }

    /// What is stored now, as it is told.
    public static String stored(Visit visit, String value) {
        var texts = visit.common();
        return value.isEmpty() ? texts.get("storedNothing") : texts.get("storedNow", value);
    }

    /// What is stored where something else was typed; empty where nothing is.
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
