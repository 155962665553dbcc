package dev.sluice.rail.evm;

import dev.sluice.money.Asset;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// A token on a network: a contract (ERC-20), or the network's own coin, which has none.
///
/// @param least the units that a deposit is of at least; what is less is not worth moving by itself
/// @param offered whether there is new business in it; what is on its way is looked after all the same
public record EvmToken(
        Asset asset, String network, @Nullable String contract, BigInteger least, boolean offered) {
    boolean isCoin() {
        return contract == null;
    }
}
