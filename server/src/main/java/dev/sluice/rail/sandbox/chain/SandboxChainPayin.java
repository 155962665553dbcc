package dev.sluice.rail.sandbox.chain;

import dev.sluice.rail.PayinRail;
import dev.sluice.rail.Wallet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Deposit rail of the sandbox's chain. Every deposit has its own address, identical on all EVM networks. On networks
/// with memos, all deposits share one account, and each has its own memo. Both are derived from the deposit's id.
/// There are no keys for them: money sent to them on a real network is lost.
public final class SandboxChainPayin implements PayinRail {
    private final Map<String, SandboxNetwork> networks;

    public SandboxChainPayin(List<SandboxNetwork> networks) {
        this.networks = SandboxNetwork.byName(networks);
    }

    @Override
    public String name() {
        return SandboxChain.NAME;
    }

    @Override
    public Optional<Wallet> wallet(String token, String network, UUID depositId) {
        return Optional.ofNullable(networks.get(network))
                .filter(played -> played.has(token))
                .map(played -> wallet(played, depositId));
    }

    private static Wallet wallet(SandboxNetwork network, UUID depositId) {
        var digest = Digest.of(network.family(), "deposit", depositId);
        return network.memo()
                ? new Wallet(network.name(), network.collector(), digest.memo())
                : new Wallet(network.name(), digest.address(), null);
    }
}
