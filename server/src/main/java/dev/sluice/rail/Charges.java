package dev.sluice.rail;

import dev.sluice.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// The inbox of charges that belong to no payout: rails put in, the room that books gas reads. They are nobody's but
/// the platform's, and belong to no organization.
public final class Charges {
    private Charges() {}

    /// Keeps a charge that is not known yet.
    public static void add(Tx tx, Charge charge) {
        ChargeStore.insert(tx, charge);
    }

    /// Some charges that are not booked, which nobody else is given until the transaction ends.
    public static List<Charge> unbooked(Tx tx, int limit) {
        return ChargeStore.unbooked(tx, limit);
    }

    /// Marks charges as booked, in the transaction that books them.
    public static void markBooked(Tx tx, List<Charge> charges, Instant at) {
        ChargeStore.markBooked(tx, charges, at);
    }

    /// Those that are booked, in the order of their ids, after one.
    public static List<Charge> booked(Handle handle, UUID after, int limit) {
        return ChargeStore.booked(handle, after, limit);
    }
}
