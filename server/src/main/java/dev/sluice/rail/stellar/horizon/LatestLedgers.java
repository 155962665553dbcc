package dev.sluice.rail.stellar.horizon;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Registry of the latest ledger of each Horizon, to detect one that is behind the others. A Horizon that stalls
/// together with its own core cannot be detected from its own answers.
final class LatestLedgers {
    /// About a minute of ledgers: a time bound that is calculated from a ledger of that age is still two minutes
    /// ahead.
    static final long BEHIND_MAX = 12;

    /// A Horizon that reported no later ledger within this time has stalled; others are not compared with it.
    private static final Duration GOES_ON_WITHIN = Duration.ofMinutes(1);

    private final Map<Endpoint, Latest> latest = new ConcurrentHashMap<>();

    /// The latest ledger of a Horizon.
    ///
    /// @param closedAt the network's time; null if the Horizon omits it
    /// @param since time of the Horizon's first report of this ledger, by our clock
    record Latest(long sequence, @Nullable Instant closedAt, Instant since) {}

    /// Records the latest ledger of a Horizon. Replicas behind one address may differ by some ledgers, so a
    /// slightly lower number is ignored. A much lower number means that the network was reset.
    void note(Endpoint at, Latest reported) {
        latest.merge(
                at,
                reported,
                (before, now) -> now.sequence() > before.sequence() || now.sequence() < before.sequence() - BEHIND_MAX
                        ? now
                        : before);
    }

    Optional<Latest> of(Endpoint at) {
        return Optional.ofNullable(latest.get(at));
    }

    /// Returns the ledger of another, advancing Horizon that is far ahead of this one; empty if there is none.
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
