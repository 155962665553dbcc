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

/// What is wrong with a form: by field, and as a whole.
///
/// @param kept what was typed at some fields, which stands in them again
public record Problems(@Nullable String whole, Map<String, String> byField, Map<String, String> kept) {
    public Problems {
        byField = Map.copyOf(byField);
        kept = Map.copyOf(kept);
    }

    public Problems(@Nullable String whole, Map<String, String> byField) {
        this(whole, byField, Map.of());
    }

    public static Problems none() {
        return new Problems(null, Map.of());
    }

    /// What the service refused, under the names of the fields it names.
    public static Problems of(SluiceException refused) {
        var byField = new LinkedHashMap<String, String>();
        for (ErrorDetail detail : refused.details()) {
            add(byField, detail.field(), detail.message());
        }
        return new Problems(refused.reason(), byField);
    }

    /// What a form of ours refused by itself.
    public static Problems of(Refused refused, Wording wording) {
        var byField = new LinkedHashMap<String, String>();
        refused.details().forEach(detail -> add(byField, detail.field(), wording.of(detail.message())));
        return new Problems(
                wording.whole(refused.refusal().code(), refused.text(), List.copyOf(byField.values())), byField);
    }

    /// What the service refused, in one line: what is no form marks no field, and names them.
    static String inAll(SluiceException refused) {
        return refused.details().isEmpty()
                ? refused.reason()
                : refused.details().stream()
                        .map(detail -> detail.field() + ": " + detail.message())
                        .collect(Collectors.joining("; "));
    }

    /// What is wrong as a whole.
    public static Problems whole(String message) {
        return new Problems(message, Map.of());
    }

    public static Problems of(String field, String message) {
        return new Problems(null, Map.of(field, message));
    }

    /// The same under the names that a form has for the fields, where these differ from the service's. Two problems
    /// that come to one field stand there both.
    public Problems renamed(Map<String, String> names) {
        return renamed(field -> names.getOrDefault(field, field));
    }

    /// The same where the names follow a rule.
    public Problems renamed(UnaryOperator<String> name) {
        var renamed = new LinkedHashMap<String, String>();
        byField.forEach((field, text) -> add(renamed, name.apply(field), text));
        return new Problems(whole, renamed, kept);
    }

    /// The same for a form that shows the problems of some fields alone: what is wrong with any other is said of the
    /// whole, so that nothing is wrong without being said.
    public Problems shownAt(Collection<String> fields) {
        var known = whole == null ? "" : whole;
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
        return new Problems(known.isEmpty() ? told : known + " (" + told + ")", byField, kept);
    }

    /// The same with what was typed at a field, which stands in it again.
    public Problems keeping(String field, String typed) {
        var all = new LinkedHashMap<>(kept);
        all.put(field, typed);
        return new Problems(whole, byField, all);
    }

    /// What was typed at a field, where the form was kept with it.
    public String typed(String field) {
        return kept.getOrDefault(field, "");
    }

    /// Says what is wrong with a field, beside what is said of it already.
    public static void add(Map<String, String> byField, String field, String text) {
        byField.merge(field, text, (first, second) -> first.equals(second) ? first : first + "; " + second);
    }

    public boolean isEmpty() {
        return whole == null && byField.isEmpty();
    }

    public @Nullable String at(String field) {
        return byField.get(field);
    }
}
