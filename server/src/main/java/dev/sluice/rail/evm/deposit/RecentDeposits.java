package dev.sluice.rail.evm.deposit;

import java.util.List;
import java.util.UUID;

/// Look-up of deposits in the native coin of a network; the package of deposits implements it.
@FunctionalInterface
public interface RecentDeposits {
    /// Deposit and its address, written with its checksum.
    record Deposited(UUID depositId, String address) {}

    /// Returns the deposits from one id up to another, the newest first.
    ///
    /// @param coin the code of the network's coin
    /// @param from the oldest id, included
    /// @param before the newest id, not included
    List<Deposited> find(String network, String coin, UUID from, UUID before, int limit);
}
