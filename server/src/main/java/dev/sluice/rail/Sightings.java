package dev.sluice.rail;

import dev.sluice.db.Tx;
import java.util.List;

/// The inbox of notices: rails put in, the room that owns the payment takes out, in its own transaction.
public final class Sightings {
    /// Keeps notices that are not known yet.
    public void add(Tx tx, List<Sighting> sightings) {
        SightingStore.insert(tx, sightings);
    }

    /// Takes out the oldest notices, skipping those that another node is reading. They are gone once the caller's
    /// transaction commits.
    public List<Sighting> take(Tx tx, int limit) {
        return SightingStore.take(tx, limit);
    }
}
