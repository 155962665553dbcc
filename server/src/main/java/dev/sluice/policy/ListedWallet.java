package dev.sluice.policy;

import java.time.Instant;
import java.util.UUID;

/// A wallet that may be paid, and who said so.
///
/// @param anyMemo whether it may be paid whatever the memo says; then it is listed without one
public record ListedWallet(
        UUID id, Wallet wallet, boolean anyMemo, String label, UUID addedBy, String addedByName, Instant addedAt) {
    /// @throws IllegalArgumentException where it is listed both with a memo and with any
    public ListedWallet {
        if (anyMemo && wallet.memo() != null) {
            throw new IllegalArgumentException("a wallet is listed with its memo, or with any");
        }
    }
}
