package dev.sluice.reference;

import dev.sluice.money.Asset;
import org.jspecify.annotations.Nullable;

/// A token on one network; its id is `<symbol in lower case>-<network>`. `address` is the contract (on Stellar the
/// issuer's account), null for the native coin. `useSmartContract` is true if it is paid out through the service's
/// smart contract proxy.
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

    /// Returns a copy with other terms.
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
