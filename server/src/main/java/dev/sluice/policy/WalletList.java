package dev.sluice.policy;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Allowlist of wallets with the time of listing.
final class WalletList {
    private final Map<Wallet, Instant> exactly = new HashMap<>();
    private final Map<Wallet, Instant> withAnyMemo = new HashMap<>();

    void add(ListedWallet listed) {
        var those = listed.anyMemo() ? withAnyMemo : exactly;
        those.put(listed.wallet(), listed.addedAt());
    }

    /// Returns the time of listing of a wallet, with its memo or with any; nothing if it is not.
    Optional<Instant> since(Wallet wallet) {
        var exact = exactly.get(wallet);
        var any = withAnyMemo.get(wallet.withoutMemo());
        if (exact == null || any == null) {
            return Optional.ofNullable(exact == null ? any : exact);
        }
        return Optional.of(exact.isBefore(any) ? exact : any);
    }
}
