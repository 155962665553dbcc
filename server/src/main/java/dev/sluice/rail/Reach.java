package dev.sluice.rail;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/// Asking a rail's own books, which may be away: then nobody knows what it did.
public final class Reach {
    private Reach() {}

    /// Outcomes in the order of the payouts: not seen, for those that the books do not have.
    ///
    /// @param unreachable what is said while the books are away
    /// @param askAt when to ask again then
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

    /// What the books say, or something else while they are away.
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
