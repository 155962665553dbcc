package dev.sluice.rail;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The rails that operators have stopped: nothing is handed to them, what they were handed and have not signed stays
/// unsigned, and no payer is sent to them. What a bank has, or is signed, goes on. Each node looks before its workers
/// start, and every few seconds.
public final class RailStops {
    private final Database database;
    /// One reads at a time, so that none puts earlier words in the place of later ones.
    private final ReentrantLock reading = new ReentrantLock();

    private volatile Set<String> names = Set.of();

    public RailStops(Database database) {
        this.database = database;
        refresh();
    }

    /// Takes over what was changed since the last look.
    ///
    /// @return whether anything had changed
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

    /// The newest word on each rail that was ever stopped.
    public List<RailStop> all() {
        return database.read(RailStopStore::all);
    }

    /// The same of those that are stopped.
    public List<RailStop> stopped() {
        return all().stream().filter(RailStop::stopped).toList();
    }

    /// Stops a rail, or starts it again. One that is so already stays as it is, with its reason.
    ///
    /// @return whether it was done
    public boolean put(RailStop stop) {
        return put(stop, _ -> true, _ -> {});
    }

    /// The same.
    ///
    /// @param seen whether the newest word on it is what whoever does it has seen; it stays otherwise, too
    /// @param also what is done in the same transaction where it is done
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
