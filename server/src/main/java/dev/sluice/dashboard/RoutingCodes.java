package dev.sluice.dashboard;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The codes that lead to a branch of a bank, as people read them: that of the country as it is, and the
/// two of the United States with what each is for.
public final class RoutingCodes {
    private RoutingCodes() {}

    /// All of them; empty where there is none.
    public static String of(@Nullable String primary, @Nullable String ach, @Nullable String wire) {
        return Stream.of(code("", primary), code("ACH ", ach), code("Fedwire ", wire))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
    }

    private static Optional<String> code(String before, @Nullable String code) {
        return Optional.ofNullable(code).map(before::concat);
    }
}
