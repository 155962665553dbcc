package dev.sluice.rail.evm;

import dev.sluice.money.Asset;
import org.jspecify.annotations.Nullable;

/// A token on a network: a contract (ERC-20), or the network's own coin, which has none.
public record EvmToken(
        Asset asset, String network, @Nullable String contract) {
    boolean isCoin() {
        return contract == null;
    }
}
