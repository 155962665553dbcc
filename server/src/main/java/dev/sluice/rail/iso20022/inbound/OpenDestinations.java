package dev.sluice.rail.iso20022.inbound;

import dev.sluice.db.Tx;
import dev.sluice.rail.Destination;
import java.util.List;
import java.util.Set;

/// Destinations to which payers were asked to pay, of all organizations.
@FunctionalInterface
public interface OpenDestinations {
    /// Returns those of some destinations that are in use.
    Set<Destination> inUse(Tx tx, List<Destination> asked);
}
