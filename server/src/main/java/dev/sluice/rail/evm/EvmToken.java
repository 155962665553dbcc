package dev.sluice.rail.evm;

import dev.sluice.money.Asset;
import org.jspecify.annotations.Nullable;

/// A token on a network: a contract (ERC-20), or the network's own coin, which has none.
///
/// @param offered whether there is new business in it; what is on its way is looked after all the same
public record EvmToken(
        Asset asset, String network, @Nullable String contract, boolean offered) {
    /// One that is on offer.
    public EvmToken(Asset asset, String network, @Nullable String contract) {
        this(asset, network, contract, true);
    }

    boolean isCoin() {
        return contract == null;
    }
}
