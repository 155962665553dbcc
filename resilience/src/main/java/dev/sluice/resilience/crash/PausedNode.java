package dev.sluice.resilience.crash;

import dev.sluice.db.Database;
import dev.sluice.resilience.stage.Node;
import dev.sluice.resilience.stage.Pauses;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.UUID;

/// A frozen node that has leased payouts. Finding such a moment takes several attempts.
final class PausedNode {
    private static final int TRIES_MAX = 200;
    /// Time within which a running node renews or ends its leases.
    private static final Duration FOR_SURE = Duration.ofMillis(1_500);

    private static final Duration GLANCE = Duration.ofMillis(100);
    private static final Duration BEYOND = Duration.ofSeconds(5);
    /// Time within which PostgreSQL closes a silent node's connection and so releases its row locks.
    private static final Duration AT_LAST = Duration.ofMinutes(1);

    private final Node node;
    private final LeaseStore store;
    private final Map<UUID, Instant> held;

    private PausedNode(Node node, LeaseStore store, Map<UUID, Instant> held) {
        this.node = node;
        this.store = store;
        this.held = held;
    }

    /// Freezes one of two nodes while it has leased payouts.
    static PausedNode strike(Node node, Database database) throws IOException {
        var store = new LeaseStore(database);
        for (int i = 1; i <= TRIES_MAX; i++) {
            node.freeze();
            Pauses.pause(GLANCE);
            var held = store.leases(now());
            if (!held.isEmpty()) {
                Pauses.pause(FOR_SURE);
                // Keeps leases that are unchanged: they belong to the frozen node.
                held.entrySet().retainAll(store.leases(now()).entrySet());
            }
            if (!held.isEmpty()) {
                return new PausedNode(node, store, held);
            }
            node.thaw();
            Pauses.pause(GLANCE.multipliedBy(i % 3));
        }
        throw new IOException("no node was paused while it held payouts");
    }

    /// Returns the number of payouts leased by the node.
    int held() {
        return held.size();
    }

    /// Waits until other nodes may take over the node's leases, and resumes it.
    ///
    /// @return number of its payouts that no other node has taken over
    long thaw() throws IOException {
        var end = Collections.max(held.values());
        Pauses.pause(Duration.between(now(), end).plus(BEYOND));
        long left = left();
        while (left > 0 && now().isBefore(end.plus(AT_LAST))) {
            Pauses.pause(GLANCE);
            left = left();
        }
        node.thaw();
        return left;
    }

    /// Returns the number of payouts that are not taken over: a finished one has no row any more, and one that is
    /// taken over has a new lease.
    private long left() {
        var ends = store.ends();
        return held.entrySet().stream()
                .filter(payout -> payout.getValue().equals(ends.get(payout.getKey())))
                .count();
    }

    private static Instant now() {
        return Clock.systemUTC().instant();
    }
}
