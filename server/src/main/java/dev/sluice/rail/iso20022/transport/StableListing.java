package dev.sluice.rail.iso20022.transport;

import dev.sluice.rail.iso20022.transport.BankTransport.Remote;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Filters listings for complete files. The size of a complete file is the same over two listings, at least `gap`
/// apart. The state is in memory and per account. A node that takes over begins anew, which delays a file by one
/// listing and does no harm. One worker uses it at a time.
public final class StableListing {
    private final Duration gap;
    private Map<String, Seen> seen = Map.of();
    private boolean waiting;

    public StableListing(Duration gap) {
        this.gap = gap;
    }

    /// Returns the files of the listing that are stable, in its order, and remembers the others for the next call.
    public List<Remote> stable(List<Remote> listing, Instant now) {
        var next = new HashMap<String, Seen>();
        for (var each : listing) {
            var before = seen.get(each.path());
            next.put(each.path(), before != null && before.size() == each.size() ? before : new Seen(each.size(), now));
        }
        seen = next;
        var stable = listing.stream().filter(each -> isStable(each, now)).toList();
        waiting = stable.size() < listing.size();
        return stable;
    }

    /// Returns true if files of the last listing wait for another one. The worker then lists again after the gap, and
    /// not only at its next run.
    public boolean isWaiting() {
        return waiting;
    }

    private boolean isStable(Remote remote, Instant now) {
        var since = seen.get(remote.path());
        return since != null
                && since.since().isBefore(now)
                && !since.since().plus(gap).isAfter(now);
    }

    private record Seen(long size, Instant since) {}
}
