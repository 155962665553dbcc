package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Amount and destination of a refund.
///
/// @param paymentId payment to refund, if several payers have paid
public record DepositRefund(
        @Nullable BigDecimal amount,
        @Nullable String paymentId,
        @Nullable String note,
        @Nullable String receiverWalletAddress,
        @Nullable String memo,
        @Nullable String branchCode,
        @Nullable String achNumber,
        @Nullable String fedwireNumber) {
    /// Returns a refund of the whole amount, to its origin.
    public static DepositRefund inFull() {
        return new DepositRefund(null, null, null, null, null, null, null, null);
    }

    public static DepositRefund of(BigDecimal amount) {
        return new DepositRefund(amount, null, null, null, null, null, null, null);
    }

    /// Selects the payer of this payment, if several have paid.
    public DepositRefund ofPayment(String paymentId) {
        return new DepositRefund(
                amount, paymentId, note, receiverWalletAddress, memo, branchCode, achNumber, fedwireNumber);
    }

    public DepositRefund withNote(String note) {
        return new DepositRefund(
                amount, paymentId, note, receiverWalletAddress, memo, branchCode, achNumber, fedwireNumber);
    }

    /// Sets the receiving wallet, for tokens.
    public DepositRefund withReceiver(String receiverWalletAddress) {
        return new DepositRefund(
                amount, paymentId, note, receiverWalletAddress, memo, branchCode, achNumber, fedwireNumber);
    }

    public DepositRefund withMemo(String memo) {
        return new DepositRefund(
                amount, paymentId, note, receiverWalletAddress, memo, branchCode, achNumber, fedwireNumber);
    }

    /// Sets the payer's branch, in currencies with branches.
    public DepositRefund toBranch(String branchCode) {
        return new DepositRefund(
                amount, paymentId, note, receiverWalletAddress, memo, branchCode, achNumber, fedwireNumber);
    }
}
