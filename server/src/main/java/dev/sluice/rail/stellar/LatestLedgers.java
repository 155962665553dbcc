package dev.sluice.rail.stellar;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The latest ledger that each Horizon told of, compared with those of the others. A Horizon that stands still together
/// with its own core says nothing that gives it away.
final class LatestLedgers {
    /// About a minute of them: a time bound that is counted from such an old one is two minutes ahead still.
    static final long BEHIND_MAX = 12;

    /// A Horizon that told of no later ledger for so long does not go on, and no other one is behind it.
    private static final Duration GOES_ON_WITHIN = Duration.ofMinutes(1);

    private final Map<Endpoint, Latest> latest = new ConcurrentHashMap<>();

    /// The latest ledger of a Horizon.
    ///
    /// @param closedAt the network's time; null where the Horizon does not tell it
    /// @param since when the Horizon told of it first, by our clock
    record Latest(long sequence, @Nullable Instant closedAt, Instant since) {}

    /// Notes what a Horizon told. Copies behind one address may differ by some ledgers; one that is far below what was
    /// told before is of a network that began anew.
    void note(Endpoint at, Latest told) {
        latest.merge(
                at,
                told,
                (before, now) -> now.sequence() > before.sequence() || now.sequence() < before.sequence() - BEHIND_MAX
                        ? now
                        : before);
    }

    Optional<Latest> of(Endpoint at) {
        return Optional.ofNullable(latest.get(at));
    }

    /// The ledger of another Horizon that goes on and is far ahead of this one; nothing where there is none.
    OptionalLong ahead(Endpoint of, Instant now) {
        var own = latest.get(of);
        return own == null
                ? OptionalLong.empty()
                : latest.values().stream()
                        .filter(other -> !other.since().plus(GOES_ON_WITHIN).isBefore(now))
                        .mapToLong(Latest::sequence)
                        .filter(other -> other - BEHIND_MAX > own.sequence())
                        .max();
    }
}
