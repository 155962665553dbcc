package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// One wallet to pay.
public record CryptoReceiver(
        BigDecimal amount,
        String receiverWalletAddress,
        @Nullable String memo,
        @Nullable String reference,
        @Nullable String note) {
    public static CryptoReceiver of(String receiverWalletAddress, BigDecimal amount) {
        return new CryptoReceiver(amount, receiverWalletAddress, null, null, null);
    }

    /// Sets the memo for the receiver, on networks with memos.
    public CryptoReceiver withMemo(String memo) {
        return new CryptoReceiver(amount, receiverWalletAddress, memo, reference, note);
    }

    /// Sets your own reference for the payout, unique in your organization.
    public CryptoReceiver withReference(String reference) {
        return new CryptoReceiver(amount, receiverWalletAddress, memo, reference, note);
    }

    public CryptoReceiver withNote(String note) {
        return new CryptoReceiver(amount, receiverWalletAddress, memo, reference, note);
    }
}
