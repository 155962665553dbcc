package dev.sluice.rail;

import dev.sluice.db.Tx;
import java.time.Instant;
import java.util.List;

/// The inbox of notices: rails put in, the room that owns the payment reads.
public final class Sightings {
    /// Keeps notices that are not known yet.
    public void add(Tx tx, List<Sighting> sightings) {
        SightingStore.insert(tx, sightings);
    }

    /// The oldest notices that nobody has read. A reader applies what they say and then marks them: a crash in between
    /// makes them come again, so applying one twice must change nothing.
    public List<Sighting> unread(Tx tx, int limit) {
        return SightingStore.unread(tx, limit);
    }

    /// Marks notices as read.
    public void markRead(Tx tx, List<Sighting> sightings, Instant now) {
        SightingStore.markRead(tx, sightings, now);
    }
}
