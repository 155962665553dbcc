package dev.sluice.app;

import dev.sluice.rail.sandbox.chain.SandboxNetwork;
import dev.sluice.rail.sandbox.chain.SandboxNetwork.Family;
import dev.sluice.reference.Network;
import dev.sluice.reference.References;
import java.util.List;

/// The networks of the reference data for the sandbox's chain, including disabled ones, because their pending
/// payments continue.
final class SandboxNetworks {
    private SandboxNetworks() {}

    static List<SandboxNetwork> of(References references) {
        return references.everyNetwork().stream()
                .map(network -> played(network, references))
                .toList();
    }

    private static SandboxNetwork played(Network network, References references) {
        return new SandboxNetwork(
                network.network(),
                switch (network.blockchainType()) {
                    case EVM -> Family.EVM;
                    case STELLAR -> Family.STELLAR;
                },
                network.chainId(),
                references
                        .asset(network.nativeToken())
                        .orElseThrow(() -> new IllegalStateException("no token " + network.nativeToken())),
                network.confirmations(),
                network.memo());
    }
}
