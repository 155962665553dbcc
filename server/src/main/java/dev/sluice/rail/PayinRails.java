package dev.sluice.rail;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The rails that take money in, in the order in which they are preferred, and of those the ones that are open: an
/// operator may have stopped some.
public record PayinRails(List<PayinRail> configured, Predicate<String> stopped) {
    public PayinRails {
        configured = List.copyOf(configured);
    }

    /// Those that payers may be sent to now.
    public List<PayinRail> all() {
        return configured.stream().filter(rail -> !stopped.test(rail.name())).toList();
    }

    /// Reports whether a configured rail does what is wanted, be it stopped or not.
    public boolean isConfigured(Predicate<PayinRail> wanted) {
        return configured.stream().anyMatch(wanted);
    }

    /// The first rail that does what is wanted, of those that are open.
    public Optional<PayinRail> first(Predicate<PayinRail> wanted) {
        return all().stream().filter(wanted).findFirst();
    }
}
