package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// How much of a deposit goes back, and where to.
public record DepositRefund(
        @Nullable BigDecimal amount,
        @Nullable String note,
        @Nullable String receiverWalletAddress,
        @Nullable String memo) {
    /// All of it, to where it came from.
    public static DepositRefund inFull() {
        return new DepositRefund(null, null, null, null);
    }

    public static DepositRefund of(BigDecimal amount) {
        return new DepositRefund(amount, null, null, null);
    }

    public DepositRefund withNote(String note) {
        return new DepositRefund(amount, note, receiverWalletAddress, memo);
    }

    /// To this wallet, for tokens.
    public DepositRefund withReceiver(String receiverWalletAddress) {
        return new DepositRefund(amount, note, receiverWalletAddress, memo);
    }

    public DepositRefund withMemo(String memo) {
        return new DepositRefund(amount, note, receiverWalletAddress, memo);
    }
}
