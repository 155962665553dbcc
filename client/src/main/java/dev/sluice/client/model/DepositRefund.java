package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// How much of a deposit goes back, and where to.
///
/// @param paymentId whose money it is, where several have paid
public record DepositRefund(
        @Nullable BigDecimal amount,
        @Nullable String paymentId,
        @Nullable String note,
        @Nullable String receiverWalletAddress,
        @Nullable String memo,
        @Nullable String branchCode,
        @Nullable String achNumber,
        @Nullable String fedwireNumber) {
    /// All of it, to where it came from.
    public static DepositRefund inFull() {
        return new DepositRefund(null, null, null, null, null, null, null, null);
    }

    public static DepositRefund of(BigDecimal amount) {
        return new DepositRefund(amount, null, null, null, null, null, null, null);
    }

    /// To who made this payment, where several have paid.
    public DepositRefund ofPayment(String paymentId) {
        return new DepositRefund(
                amount, paymentId, note, receiverWalletAddress, memo, branchCode, achNumber, fedwireNumber);
    }

    public DepositRefund withNote(String note) {
        return new DepositRefund(
                amount, paymentId, note, receiverWalletAddress, memo, branchCode, achNumber, fedwireNumber);
    }

    /// To this wallet, for tokens.
    public DepositRefund withReceiver(String receiverWalletAddress) {
        return new DepositRefund(
                amount, paymentId, note, receiverWalletAddress, memo, branchCode, achNumber, fedwireNumber);
    }

    public DepositRefund withMemo(String memo) {
        return new DepositRefund(
                amount, paymentId, note, receiverWalletAddress, memo, branchCode, achNumber, fedwireNumber);
    }

    /// To the payer's branch, in currencies whose accounts have one.
    public DepositRefund toBranch(String branchCode) {
        return new DepositRefund(
                amount, paymentId, note, receiverWalletAddress, memo, branchCode, achNumber, fedwireNumber);
    }
}
