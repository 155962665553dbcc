package dev.sluice.rail.evm;

import dev.sluice.rail.PayinRail;
import dev.sluice.rail.Wallet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The side of the rail that takes money in: an address of its own for every deposit, which follows from the
/// deposit's id and an extended public key. The key to it need not be anywhere near the service.
public final class EvmPayin implements PayinRail {
    private final Set<String> networks;
    private final EvmTokens tokens;
    private final Optional<ExtendedKey> depositKey;

    EvmPayin(Set<String> networks, EvmTokens tokens, Optional<ExtendedKey> depositKey) {
        this.networks = Set.copyOf(networks);
        this.tokens = tokens;
        this.depositKey = depositKey;
    }

    @Override
    public String name() {
        return EvmRail.NAME;
    }

    @Override
    public Optional<Wallet> wallet(String token, String network, UUID depositId) {
        return networks.contains(network) && tokens.offers(network, token)
                ? depositKey.map(key ->
                        new Wallet(network, DepositPath.of(depositId).below(key).address(), null))
                : Optional.empty();
    }
}
