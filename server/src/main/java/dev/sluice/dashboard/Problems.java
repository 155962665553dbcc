package dev.sluice.dashboard;

import dev.sluice.client.SluiceException;
import dev.sluice.client.model.ErrorDetail;
import dev.sluice.refusal.Refused;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Problems of a form: by field, and as a whole.
///
/// @param stored input of some fields, which the form shows again
public record Problems(@Nullable String general, Map<String, String> byField, Map<String, String> stored) {
    public Problems {
        byField = Map.copyOf(byField);
        stored = Map.copyOf(stored);
    }

    public Problems(@Nullable String whole, Map<String, String> byField) {
        this(whole, byField, Map.of());
    }

    public static Problems none() {
        return new Problems(null, Map.of());
    }

    /// Returns the problems of a refusal by the service, by its field names.
    public static Problems of(SluiceException refused) {
        var byField = new LinkedHashMap<String, String>();
        for (ErrorDetail detail : refused.details()) {
            add(byField, detail.field(), detail.message());
        }
        return new Problems(refused.reason(), byField);
    }

    /// Returns the problems of a refusal by the form itself.
    public static Problems of(Refused refused, Wording wording) {
        var byField = new LinkedHashMap<String, String>();
        refused.details().forEach(detail -> add(byField, detail.field(), wording.of(detail.message())));
        return new Problems(
                wording.general(refused.refusal().code(), refused.text(), List.copyOf(byField.values())), byField);
    }

    /// Returns a refusal in one line, for pages without a form: it names the fields, because none can be marked.
    static String inAll(SluiceException refused) {
        return refused.details().isEmpty()
                ? refused.reason()
                : refused.details().stream()
                        .map(detail -> detail.field() + ": " + detail.message())
                        .collect(Collectors.joining("; "));
    }

    /// Returns a problem of the form as a whole.
    public static Problems general(String message) {
        return new Problems(message, Map.of());
    }

    public static Problems of(String field, String message) {
        return new Problems(null, Map.of(field, message));
    }

    /// Renames the fields if the form's names differ from the service's. Two problems of one field are joined.
    public Problems renamed(Map<String, String> names) {
        return renamed(field -> names.getOrDefault(field, field));
    }

    /// Renames the fields by a rule.
    public Problems renamed(UnaryOperator<String> name) {
        var renamed = new LinkedHashMap<String, String>();
        byField.forEach((field, text) -> add(renamed, name.apply(field), text));
        return new Problems(general, renamed, stored);
    }

    /// Moves the problems of all other fields to the whole, for a form that shows only some fields. No problem is
    /// lost.
    public Problems shownAt(Collection<String> fields) {
        var known = general == null ? "" : general;
        var others = byField.entrySet().stream()
                .filter(each -> !fields.contains(each.getKey()) && !known.equalsIgnoreCase(each.getValue()))
                .map(Map.Entry::getValue)
                .distinct()
                .sorted()
                .toList();
        if (others.isEmpty()) {
            return this;
        }
        var told = String.join("; ", others);
        return new Problems(known.isEmpty() ? told : known + " (" + told + ")", byField, stored);
    }

    /// Adds the input of a field, which the form shows again.
    public Problems withInput(String field, String typed) {
        var all = new LinkedHashMap<>(stored);
        all.put(field, typed);
        return new Problems(general, byField, all);
    }

    /// Returns the stored input of a field.
    public String typed(String field) {
        return stored.getOrDefault(field, "");
    }

    /// Adds a problem to a field that may already have one.
    public static void add(Map<String, String> byField, String field, String text) {
        byField.merge(field, text, (first, second) -> first.equals(second) ? first : first + "; " + second);
    }

    public boolean isEmpty() {
        return general == null && byField.isEmpty();
    }

    public @Nullable String at(String field) {
        return byField.get(field);
    }
}
