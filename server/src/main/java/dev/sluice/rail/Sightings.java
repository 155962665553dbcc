package dev.sluice.rail;

import dev.sluice.db.Tx;
import dev.sluice.vault.Vault;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/// The inbox of notices: rails put in, the room that owns the payment reads. Each has a MAC, made where it is stored
/// and checked where it is read.
public final class Sightings {
    private final SightingStore store;

    public Sightings(Vault vault) {
        this.store = new SightingStore(vault);
    }

    /// Keeps notices that are not known yet.
    public void add(Tx tx, List<Sighting> sightings) {
        store.insert(tx, sightings);
    }

    /// The MAC with which a notice is stored.
    public byte[] mac(Sighting sighting) {
        return store.mac(sighting);
    }

    /// The oldest notices that nobody has read. A reader applies what they say and then marks them: a crash in
    /// between makes them come again, so applying one twice must change nothing.
    public Unread<Sighting> unread(Tx tx, Instant now, int limit) {
        return store.unread(tx, now, limit);
    }

    /// Marks notices as read.
    public void markRead(Tx tx, List<Sighting> sightings, Instant now) {
        SightingStore.markRead(tx, sightings, now);
    }

    /// Makes the MACs of notices that a version without any has stored.
    public void adopt(Tx tx) {
        store.adopt(tx);
    }

    /// Names each notice whose row is not the one that the service wrote.
    public void prove(Handle snapshot, Consumer<String> fault) {
        store.prove(snapshot, fault);
    }
}
