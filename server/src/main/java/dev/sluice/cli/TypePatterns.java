package dev.sluice.cli;

import java.util.List;

/// Which types of events are wanted: types, and patterns such as `deposit.*`. None means all.
record TypePatterns(List<String> patterns) {
    private static final String EVERY = "*";

    TypePatterns {
        patterns = List.copyOf(patterns);
        for (var pattern : patterns) {
            if (Scenarios.types().stream().noneMatch(type -> matches(pattern, type))) {
                throw new IllegalArgumentException(
                        "no event is of type " + pattern + "; there are " + String.join(", ", Scenarios.types()));
            }
        }
    }

    boolean match(String type) {
        return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> matches(pattern, type));
    }

    private static boolean matches(String pattern, String type) {
        boolean isOpen = pattern.endsWith("." + EVERY) || pattern.equals(EVERY);
        return isOpen ? type.startsWith(pattern.substring(0, pattern.length() - EVERY.length())) : pattern.equals(type);
    }
}
