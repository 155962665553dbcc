package dev.sluice.rail;

import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// What operators hold back, as a rail asks that signs by itself what it was handed: nothing new is signed while it is
/// stopped, nor for an organization that is frozen. What is signed already goes on to its end.
///
/// @param stopped whether the rail of a name is stopped
/// @param frozen the organizations that no money may leave
public record Halts(Predicate<String> stopped, Supplier<Set<UUID>> frozen) {
    /// Nothing is held back.
    public static final Halts NONE = new Halts(_ -> false, Set::of);

    public boolean isStopped(String rail) {
        return stopped.test(rail);
    }

    /// Whether nothing may be signed now for a payout of an organization.
    public boolean keep(String rail, UUID organizationId) {
        return why(rail, organizationId).isPresent();
    }

    /// The same in words; nothing where it may be signed.
    public Optional<String> why(String rail, UUID organizationId) {
        if (isStopped(rail)) {
            return Optional.of("The rail is stopped");
        }
        return frozen.get().contains(organizationId) ? Optional.of("The organization is frozen") : Optional.empty();
    }
}
