package dev.sluice.cli;

import dev.sluice.client.model.EventTypes;
import java.util.List;

/// Wanted types of events: types, and patterns such as `deposit.*`. None means all.
record TypePatterns(List<String> patterns) {
    TypePatterns {
        patterns = List.copyOf(patterns);
        for (var pattern : patterns) {
            if (!EventTypes.isPattern(pattern)) {
                throw new IllegalArgumentException(
                        "unknown event type " + pattern + "; valid: " + String.join(", ", EventTypes.ALL));
            }
        }
    }

    boolean match(String type) {
        return patterns.isEmpty() || EventTypes.match(patterns, type);
    }
}
