package dev.sluice.rail.evm.deposit;

import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Look-up of deposits by address. The rail keeps no list of addresses: it asks the owner of that list, many addresses
/// at once.
@FunctionalInterface
public interface DepositAddresses {
    /// Returns the deposits by address, for those of the addresses that belong to any. Addresses are written with
    /// their checksum. A payment in another token or on another network than expected belongs to no deposit, but
    /// it is swept with the key of the deposit that has the address.
    Map<String, UUID> among(Set<String> addresses);
}
