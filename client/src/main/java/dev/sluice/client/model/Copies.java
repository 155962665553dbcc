package dev.sluice.client.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Immutable copies of lists; a list that the service left out is empty.
final class Copies {
    private Copies() {}

    static <T> List<T> of(@Nullable List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }
}
