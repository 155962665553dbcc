package dev.sluice.policy;

import java.time.Instant;
import java.util.UUID;

/// A wallet on the allowlist, with the user who added it.
///
/// @param anyMemo true if every memo is allowed; then the wallet has none
public record ListedWallet(
        UUID id, Wallet wallet, boolean anyMemo, String label, UUID addedBy, String addedByName, Instant addedAt) {
    /// @throws IllegalArgumentException if it has a memo and allows any
    public ListedWallet {
        if (anyMemo && wallet.memo() != null) {
            throw new IllegalArgumentException("a wallet is listed with its memo, or with any");
        }
    }
}
