package dev.sluice.rail;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The rails that take money in, in the order in which they are preferred.
public record PayinRails(List<PayinRail> all) {
    public PayinRails {
        all = List.copyOf(all);
    }

    /// The first rail that does what is wanted.
    public Optional<PayinRail> first(Predicate<PayinRail> wanted) {
        return all.stream().filter(wanted).findFirst();
    }
}
