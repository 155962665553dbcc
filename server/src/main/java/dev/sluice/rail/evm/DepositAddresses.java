package dev.sluice.rail.evm;

import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Which addresses are deposits'. The rail keeps no list of them: it asks whoever does, many at once.
@FunctionalInterface
public interface DepositAddresses {
    /// The deposits that those of some addresses belong to which belong to any, by address. Addresses are written
    /// with their checksum. What is paid to one in another token, or on another network, than was expected is no
    /// deposit's, but it is swept with the key of the one that has the address.
    Map<String, UUID> among(Set<String> addresses);
}
