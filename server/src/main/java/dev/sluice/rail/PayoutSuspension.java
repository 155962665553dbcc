package dev.sluice.rail;

import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Halts by operators, for a rail that signs queued payouts by itself: no new payout is signed while the rail is
/// stopped, or for an organization that is frozen. Signed payouts continue to their end.
///
/// @param stopped tests if the rail of a name is stopped
/// @param frozen the organizations that no money may leave
public record PayoutSuspension(Predicate<String> stopped, Supplier<Set<UUID>> frozen) {
    /// No halts.
    public static final PayoutSuspension NONE = new PayoutSuspension(_ -> false, Set::of);

    public boolean isStopped(String rail) {
        return stopped.test(rail);
    }

    /// Reports whether signing a payout of an organization is forbidden now.
    public boolean isSuspended(String rail, UUID organizationId) {
        return reason(rail, organizationId).isPresent();
    }

    /// Returns the reason of the halt as text; empty if the payout may be signed.
    public Optional<String> reason(String rail, UUID organizationId) {
        if (isStopped(rail)) {
            return Optional.of("The rail is stopped");
        }
        return frozen.get().contains(organizationId) ? Optional.of("The organization is frozen") : Optional.empty();
    }
}
