package dev.sluice.rail.iso20022.profile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.jspecify.annotations.Nullable;

/// One mapping of a profile. Reading a key makes it known; [#finish] reports the others. A faulty value is
/// reported and replaced, so that all faults of a file are found at once; a profile with faults is never used.
final class Section {
    private static final int TYPO_EDITS_MAX = 3;

    private final Map<?, ?> values;
    private final String path;
    private final Faults faults;
    private final Facts facts;
    private final Set<String> known = new LinkedHashSet<>();
    private final List<Section> parts = new ArrayList<>();

    /// @param path path of this mapping; empty for the whole file
    Section(Map<?, ?> values, String path, Faults faults, Facts facts) {
        this.values = values;
        this.path = path;
        this.faults = faults;
        this.facts = facts;
    }

    /// Returns the path of a key.
    String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    boolean has(String key) {
        known.add(key);
        return values.containsKey(key);
    }

    /// Reads a value that has no default.
    ///
    /// @param standIn replaces a missing or faulty value
    <T> T required(String key, T standIn, Grammar<T> grammar) {
        if (!has(key)) {
            missing(key, "it " + grammar.rule());
        }
        return optional(key, grammar).orElse(standIn);
    }

    /// Reads a value with a default.
    <T> T value(String key, T otherwise, Grammar<T> grammar) {
        if (!has(key)) {
            facts.put(path(key), otherwise);
        }
        return optional(key, grammar).orElse(otherwise);
    }

    <T> Optional<T> optional(String key, Grammar<T> grammar) {
        return has(key) ? parse(values.get(key), path(key), grammar, path(key)) : Optional.empty();
    }

    /// Reads a list of values in its order.
    <T> List<T> list(String key, List<T> otherwise, Grammar<T> grammar) {
        if (!has(key)) {
            put(key, otherwise);
            return otherwise;
        }
        var read = new ArrayList<T>();
        var list = elements(key);
        for (int i = 0; i < list.size(); i++) {
            parse(list.get(i), path(key) + "[" + i + "]", grammar, null).ifPresent(read::add);
        }
        put(key, read);
        return List.copyOf(read);
    }

    /// Reads a list without order. A value that is named twice is a fault.
    <T> Set<T> set(String key, Set<T> otherwise, Grammar<T> grammar) {
        if (!has(key)) {
            put(key, sorted(otherwise));
            return otherwise;
        }
        var read = new HashSet<T>();
        var list = elements(key);
        for (int i = 0; i < list.size(); i++) {
            var at = path(key) + "[" + i + "]";
            parse(list.get(i), at, grammar, null).ifPresent(each -> faults.check(read.add(each), at, "is named twice"));
        }
        put(key, sorted(read));
        return Set.copyOf(read);
    }

    private static List<String> sorted(Set<?> values) {
        return values.stream().map(String::valueOf).sorted().toList();
    }

    /// Reads a single word, or a list of words without order.
    <T> Set<T> words(String key, Set<T> otherwise, Grammar<T> grammar) {
        return has(key) && values.get(key) instanceof String
                ? optional(key, grammar).map(Set::of).orElse(otherwise)
                : set(key, otherwise, grammar);
    }

    /// Reads a mapping. A missing one has no keys, so that defaults apply.
    Section section(String key) {
        return part(has(key) ? values.get(key) : Map.of(), path(key));
    }

    /// Reads a mapping that must be there.
    Section requiredSection(String key, String example) {
        if (!has(key)) {
            missing(key, "it must be a mapping such as " + example);
        }
        return section(key);
    }

    /// Reads a list of mappings.
    List<Section> sections(String key) {
        var list = elements(key);
        var read = new ArrayList<Section>();
        for (int i = 0; i < list.size(); i++) {
            read.add(part(list.get(i), path(key) + "[" + i + "]"));
        }
        return List.copyOf(read);
    }

    void missing(String key, String rule) {
        faults.check(false, path(key), "is missing; " + rule);
    }

    /// Returns true if the value of a key has no fault.
    boolean isFree(String key) {
        return faults.isFree(path(key));
    }

    /// Adds a fault of a key if a rule does not hold and the key has no fault yet.
    void check(boolean holds, String key, String text) {
        faults.check(holds, path(key), text);
    }

    /// Replaces the value of a key in the canonical form, if it follows from other keys.
    void put(String key, Object value) {
        facts.put(path(key), value);
    }

    /// Reports unknown keys of this mapping and of those below it.
    void finish() {
        values.keySet().stream()
                .map(String::valueOf)
                .filter(key -> !known.contains(key))
                .forEach(key -> faults.add(path(key), "unknown key" + suggestion(key)));
        parts.forEach(Section::finish);
    }

    private String suggestion(String key) {
        var distance = LevenshteinDistance.getDefaultInstance();
        // Most of a short name must match, or it would be similar to any other.
        int editsMax = Math.clamp(key.length() / 3, 1, TYPO_EDITS_MAX);
        return known.stream()
                .filter(each -> distance.apply(key, each) <= editsMax)
                .min((one, other) -> distance.apply(key, one) - distance.apply(key, other))
                .map(each -> "; did you mean " + each + "?")
                .orElseGet(() -> "; known keys are " + String.join(", ", known));
    }

    private Section part(@Nullable Object value, String at) {
        if (!(value instanceof Map)) {
            faults.check(false, at, "must be a mapping of keys to values");
        }
        var part = new Section(value instanceof Map<?, ?> mapping ? mapping : Map.of(), at, faults, facts);
        parts.add(part);
        return part;
    }

    private List<?> elements(String key) {
        if (!has(key)) {
            return List.of();
        }
        if (values.get(key) instanceof List<?> list) {
            return list;
        }
        faults.check(false, path(key), "must be a list, such as [a, b]");
        return List.of();
    }

    /// @param fact path in the canonical form; null if the caller adds the value there
    private <T> Optional<T> parse(@Nullable Object value, String at, Grammar<T> grammar, @Nullable String fact) {
        if (!(value instanceof String text)) {
            faults.check(false, at, "must be a single value; it " + grammar.rule());
            return Optional.empty();
        }
        try {
            var parsed = grammar.parse(text.strip());
            if (fact != null) {
                facts.put(fact, parsed);
            }
            return Optional.of(parsed);
        } catch (IllegalArgumentException malformed) {
            faults.check(false, at, String.valueOf(malformed.getMessage()));
            return Optional.empty();
        }
    }
}
