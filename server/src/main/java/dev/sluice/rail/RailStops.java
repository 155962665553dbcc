package dev.sluice.rail;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Rails stopped by operators. No payout is handed to them, queued payouts stay unsigned, and no payer is sent to
/// them. Payouts that a bank has, or that are signed, go on. Each node reads the stops before its workers start, and
/// every few seconds.
public final class RailStops {
    private final Database database;
    /// Serializes reads, so that no older state replaces a newer one.
    private final ReentrantLock reading = new ReentrantLock();

    private volatile Set<String> names = Set.of();

    public RailStops(Database database) {
        this.database = database;
        refresh();
    }

    /// Loads the changes since the last refresh.
    ///
    /// @return true if anything had changed
    public boolean refresh() {
        reading.lock();
        try {
            var now = stopped().stream().map(RailStop::rail).collect(Collectors.toUnmodifiableSet());
            boolean changed = !now.equals(names);
            names = now;
            return changed;
        } finally {
            reading.unlock();
        }
    }

    public boolean isStopped(String rail) {
        return names.contains(rail);
    }

    public Set<String> names() {
        return names;
    }

    /// Returns the latest change of each rail that was ever stopped.
    public List<RailStop> all() {
        return database.read(RailStopStore::all);
    }

    /// Returns the rails that are stopped now.
    public List<RailStop> stopped() {
        return all().stream().filter(RailStop::stopped).toList();
    }

    /// Stops a rail, or starts it again. A rail that already has that state keeps its reason.
    ///
    /// @return true if the state changed
    public boolean put(RailStop stop) {
        return put(stop, _ -> true, _ -> {});
    }

    /// Stops a rail that cannot go on by itself, as part of a transaction. Nodes learn of it at their next refresh.
    public static void stop(Tx tx, String rail, String reason, Instant now) {
        RailStopStore.held(tx, rail);
        RailStopStore.put(tx, new RailStop(rail, true, reason, "service", now));
    }

    /// Returns true if the database says that the rail is stopped, whatever this node has loaded.
    public static boolean isStopped(Tx tx, String rail) {
        return RailStopStore.isStopped(tx, rail);
    }

    /// Stops or starts a rail, if its state is still the one shown.
    ///
    /// @param seen tests if the latest change is the one shown to the operator; otherwise nothing changes
    /// @param also runs in the same transaction if the state changes
    public boolean put(RailStop stop, Predicate<Optional<RailStop>> seen, Consumer<Tx> also) {
        return database.inTx(tx -> {
            boolean put = seen.test(RailStopStore.held(tx, stop.rail())) && RailStopStore.put(tx, stop);
            if (put) {
                also.accept(tx);
            }
            return put;
        });
    }
}
