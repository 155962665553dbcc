package dev.sluice.rail.evm;

import dev.sluice.money.Asset;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// Token on a network: a contract (ERC-20), or the network's native coin, which has no contract.
///
/// @param minimum the minimum units of a deposit; a smaller amount is not worth a sweep by itself
/// @param offered whether new business is accepted in it; existing payments continue either way
public record EvmToken(
        Asset asset, String network, @Nullable String contract, BigInteger minimum, boolean offered) {
    public boolean isCoin() {
        return contract == null;
    }
}
