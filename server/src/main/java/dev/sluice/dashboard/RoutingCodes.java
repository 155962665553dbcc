package dev.sluice.dashboard;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Display of bank routing codes: the country's own code as it is, and the two of the United States with their use.
public final class RoutingCodes {
    private RoutingCodes() {}

    /// Returns all codes; empty if there are none.
    public static String of(@Nullable String primary, @Nullable String ach, @Nullable String wire) {
        return Stream.of(code("", primary), code("ACH ", ach), code("Fedwire ", wire))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
    }

    private static Optional<String> code(String before, @Nullable String code) {
        return Optional.ofNullable(code).map(before::concat);
    }
}
