package dev.sluice.rail.evm;

import dev.sluice.rail.evm.key.ExtendedKey;
import dev.sluice.rail.evm.key.Signer;
import java.math.BigInteger;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Configuration of the rail. It shows none of its secrets.
///
/// @param lines endpoints of each network, by the network's name; none switches the rail off
/// @param signer signer of the wallet that pays; without one there are no payouts
/// @param depositKey parent key of the deposit addresses; without one there are no deposits
/// @param sweepKey the private side of the deposit key; without it nothing is swept
/// @param treasury destination of swept money
public record EvmConfig(
        Map<String, Line> lines,
        Optional<Signer> signer,
        Optional<ExtendedKey> depositKey,
        Optional<ExtendedKey> sweepKey,
        Optional<String> treasury) {

    /// Rail that is switched off.
    public static final EvmConfig OFF =
            new EvmConfig(Map.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public EvmConfig {
        lines = Map.copyOf(lines);
    }

    /// Endpoints of a network in order of preference, and the maximum price per unit of gas, in the coin's
    /// smallest unit.
    public record Line(List<URI> endpoints, BigInteger feeCap) {
        public Line {
            endpoints = List.copyOf(endpoints);
            if (endpoints.isEmpty() || feeCap.signum() <= 0) {
                throw new IllegalArgumentException("a line needs an endpoint and a cap");
            }
        }

        /// Endpoint paths often contain credentials.
        @Override
        public String toString() {
            return "Line[" + endpoints.stream().map(URI::getHost).toList() + ", " + feeCap + "]";
        }
    }
}
