package dev.sluice.rail.evm;

import java.util.List;
import java.util.UUID;

/// Deposits in the coin of a network, whose room keeps the list of them.
@FunctionalInterface
public interface RecentDeposits {
    /// A deposit and its address, written with its checksum.
    record Deposited(UUID depositId, String address) {}

    /// Deposits from one id up to another, the newest first.
    ///
    /// @param coin the code of the network's coin
    /// @param from the oldest id, included
    /// @param before the newest id, not included
    List<Deposited> find(String network, String coin, UUID from, UUID before, int limit);
}
