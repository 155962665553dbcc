package dev.sluice.client.model;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Request for a payment, in fiat money or tokens. `paymentFiat` or `paymentCrypto` has the payer's instructions.
public record Deposit(
        String depositId,
        @Nullable String depositBulkId,
        String depositType,
        String userId,
        String inputCurrency,
        BigDecimal inputAmount,
        String outputCurrency,
        BigDecimal outputAmount,
        String balanceType,
        BigDecimal exchangeRate,
        Fee fee,
        String paymentMethod,
        @Nullable PaymentFiat paymentFiat,
        @Nullable PaymentCrypto paymentCrypto,
        @Nullable String transactionHash,
        @Nullable String senderWallet,
        String status,
        List<String> labels,
        @Nullable BigDecimal receivedAmount,
        @Nullable BigDecimal owedAmount,
        List<DepositPayment> payments,
        List<Refunded> refunds,
        List<Activity> activityHistory,
        @Nullable String reference,
        @Nullable String note,
        @Nullable String bankNote,
        @Nullable ExchangeInfo exchangeInfo,
        @Nullable PayerInfo payerInfo,
        @Nullable String settlementType,
        Instant expiredAt,
        @Nullable Instant paidAt,
        Instant createdAt,
        Instant updatedAt) {
    public Deposit {
        labels = Copies.of(labels);
        payments = Copies.of(payments);
        refunds = Copies.of(refunds);
        activityHistory = Copies.of(activityHistory);
    }

    /// Fee, subtracted from the received amount.
    public record Fee(BigDecimal amount, BigDecimal percentage, String currency) {}

    /// The exchange of a deposit that is credited in another currency.
    public record ExchangeInfo(BigDecimal exchangeRate, String outputCurrency, BigDecimal outputAmount) {}

    /// Payout that returned part of it.
    ///
    /// @param paymentId refunded payment; null if several payers have paid and none was given
    public record Refunded(
            String disbursementId, @Nullable String paymentId, BigDecimal amount, String currency, Instant createdAt) {}
}
