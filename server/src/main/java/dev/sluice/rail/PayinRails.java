package dev.sluice.rail;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Configured rails for incoming money in order of preference. Operators may have stopped some.
public record PayinRails(List<PayinRail> configured, Predicate<String> stopped) {
    public PayinRails {
        configured = List.copyOf(configured);
    }

    /// Returns the rails that payers may be sent to now.
    public List<PayinRail> all() {
        return configured.stream().filter(rail -> !stopped.test(rail.name())).toList();
    }

    /// Reports whether a configured rail meets a condition, even if it is stopped.
    public boolean isConfigured(Predicate<PayinRail> wanted) {
        return configured.stream().anyMatch(wanted);
    }

    /// Returns the first rail that meets a condition, among those that are not stopped.
    public Optional<PayinRail> first(Predicate<PayinRail> wanted) {
        return all().stream().filter(wanted).findFirst();
    }
}
