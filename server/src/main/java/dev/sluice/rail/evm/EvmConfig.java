package dev.sluice.rail.evm;

import java.math.BigInteger;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How the rail is set up. It shows none of its secrets.
///
/// @param lines how each network is reached, by the network's name; none switches the rail off
/// @param signer whoever signs for the wallet that pays; without one there are no payouts
/// @param depositKey from which deposit addresses are derived; without one there are no deposits
/// @param sweepKey the private side of the deposit key; without it nothing is swept
/// @param treasury where swept money goes
public record EvmConfig(
        Map<String, Line> lines,
        Optional<Signer> signer,
        Optional<ExtendedKey> depositKey,
        Optional<ExtendedKey> sweepKey,
        Optional<String> treasury) {

    /// Nothing is set up.
    public static final EvmConfig OFF =
            new EvmConfig(Map.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public EvmConfig {
        lines = Map.copyOf(lines);
    }

    /// The endpoints of a network, the preferred one first, and the most that is offered there for a unit of gas,
    /// in the coin's smallest unit.
    public record Line(List<URI> endpoints, BigInteger feeCap) {
        public Line {
            endpoints = List.copyOf(endpoints);
            if (endpoints.isEmpty() || feeCap.signum() <= 0) {
                throw new IllegalArgumentException("a line needs an endpoint and a cap");
            }
        }

        /// Endpoints' paths are often their passwords.
        @Override
        public String toString() {
            return "Line[" + endpoints.stream().map(URI::getHost).toList() + ", " + feeCap + "]";
        }
    }
}
