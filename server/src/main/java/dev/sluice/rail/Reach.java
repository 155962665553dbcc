package dev.sluice.rail;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/// Fallbacks for reading a rail's own books while they are unavailable: the payouts' outcomes are then unknown.
public final class Reach {
    private Reach() {}

    /// Returns outcomes in the order of the payouts: [Outcome.NotSeen] for those that the books do not have.
    ///
    /// @param unreachable reason of the outcome while the books are unavailable
    /// @param askAt time of the next query in that case
    public static <E> List<Outcome> outcomes(
            List<PayoutRef> payouts,
            Supplier<Map<PayoutRef, E>> books,
            Function<E, Outcome> outcome,
            String unreachable,
            Supplier<Instant> askAt) {
        return orElse(
                () -> {
                    var entries = books.get();
                    return payouts.stream()
                            .map(payout -> {
                                var entry = entries.get(payout);
                                return entry == null ? new Outcome.NotSeen() : outcome.apply(entry);
                            })
                            .toList();
                },
                () -> {
                    Outcome unknown = new Outcome.Unknown(unreachable, askAt.get());
                    return payouts.stream().map(_ -> unknown).toList();
                });
    }

    /// Returns the result of the books, or a fallback while they are unavailable.
    public static <R> R orElse(Supplier<R> books, Supplier<R> unreachable) {
        try {
            return books.get();
        } catch (Refused refused) {
            if (refused.refusal() != Refusal.UNAVAILABLE) {
                throw refused;
            }
            return unreachable.get();
        }
    }
}
