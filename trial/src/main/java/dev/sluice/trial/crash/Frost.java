package dev.sluice.trial.crash;

import dev.sluice.db.Database;
import dev.sluice.trial.stage.Node;
import dev.sluice.trial.stage.Pauses;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.UUID;

/// A node that stands still with payouts in its hands: stopped at a moment when it has some, which takes several tries.
final class Frost {
    private static final int TRIES_MAX = 200;
    /// A node at work gives back within that what it has taken up.
    private static final Duration FOR_SURE = Duration.ofMillis(1_500);

    private static final Duration GLANCE = Duration.ofMillis(100);
    private static final Duration BEYOND = Duration.ofSeconds(5);
    /// Who waits for rows that the node has locked gets them when PostgreSQL gives the silent node up.
    private static final Duration AT_LAST = Duration.ofMinutes(1);

    private final Node node;
    private final LeaseStore store;
    private final Map<UUID, Instant> held;

    private Frost(Node node, LeaseStore store, Map<UUID, Instant> held) {
        this.node = node;
        this.store = store;
        this.held = held;
    }

    /// Stops one of two nodes.
    static Frost strike(Node node, Database database) throws IOException {
        var store = new LeaseStore(database);
        for (int i = 1; i <= TRIES_MAX; i++) {
            node.freeze();
            Pauses.pause(GLANCE);
            var held = store.leases(now());
            if (!held.isEmpty()) {
                Pauses.pause(FOR_SURE);
                // The same until the same time: whoever has them has not moved meanwhile.
                held.entrySet().retainAll(store.leases(now()).entrySet());
            }
            if (!held.isEmpty()) {
                return new Frost(node, store, held);
            }
            node.thaw();
            Pauses.pause(GLANCE.multipliedBy(i % 3));
        }
        throw new IOException("a node never stood still with payouts in its hands");
    }

    /// How many payouts it has in its hands.
    int held() {
        return held.size();
    }

    /// Waits until others may long have what it has in its hands, and lets it go on as if nothing had been.
    ///
    /// @return how many of its payouts nobody had taken up meanwhile
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

    /// How many nobody else has taken up: what was done has no row any more, what was taken up another end.
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
