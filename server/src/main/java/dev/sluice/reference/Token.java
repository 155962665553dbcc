package dev.sluice.reference;

import dev.sluice.money.Asset;
import org.jspecify.annotations.Nullable;

/// A token on one network; its id is `<symbol in lower case>-<network>`. `address` is the contract (on Stellar the
/// issuer's account), null for the network's own coin. `useSmartContract` says whether it is paid out through the
/// service's smart contract proxy.
public record Token(
        String id,
        String symbol,
        String name,
        String label,
        Network network,
        @Nullable String address,
        int decimals,
        boolean isNative,
        boolean useSmartContract,
        String priceId,
        Terms payout,
        Terms deposit) {

    /// The same on other terms.
    Token on(Terms payouts, Terms deposits) {
        return new Token(
                id,
                symbol,
                name,
                label,
                network,
                address,
                decimals,
                isNative,
                useSmartContract,
                priceId,
                payouts,
                deposits);
    }

    public Asset asset() {
        return Asset.crypto(id, decimals);
    }
}
