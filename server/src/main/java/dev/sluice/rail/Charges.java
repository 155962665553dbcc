package dev.sluice.rail;

import dev.sluice.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Inbox of charges: rails add them, and the package that books gas reads them. They belong to the
/// platform, not to an organization.
public final class Charges {
    private Charges() {}

    /// Stores a charge that is not known yet.
    public static void add(Tx tx, Charge charge) {
        ChargeStore.insert(tx, charge);
    }

    /// Returns some unbooked charges, locked until the transaction ends.
    public static List<Charge> unbooked(Tx tx, int limit) {
        return ChargeStore.unbooked(tx, limit);
    }

    /// Returns the ids of a rail's unbooked charges.
    public static List<UUID> unbookedOf(Handle handle, String rail) {
        return ChargeStore.unbookedOf(handle, rail);
    }

    /// Marks charges as booked, in the transaction that books them.
    public static void markBooked(Tx tx, List<Charge> charges, Instant at) {
        ChargeStore.markBooked(tx, charges, at);
    }

    /// Returns booked charges in the order of their ids, after one.
    public static List<Charge> booked(Handle handle, UUID after, int limit) {
        return ChargeStore.booked(handle, after, limit);
    }
}
