package dev.sluice.policy;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The wallets that an organization may pay, and since when.
final class WalletList {
    private final Map<Wallet, Instant> exactly = new HashMap<>();
    private final Map<Wallet, Instant> withAnyMemo = new HashMap<>();

    void add(ListedWallet listed) {
        var those = listed.anyMemo() ? withAnyMemo : exactly;
        those.put(listed.wallet(), listed.addedAt());
    }

    /// Since when a wallet is listed as it is, or with any memo; nothing where it is not.
    Optional<Instant> since(Wallet wallet) {
        var exact = exactly.get(wallet);
        var any = withAnyMemo.get(wallet.withoutMemo());
        if (exact == null || any == null) {
            return Optional.ofNullable(exact == null ? any : exact);
        }
        return Optional.of(exact.isBefore(any) ? exact : any);
    }
}
