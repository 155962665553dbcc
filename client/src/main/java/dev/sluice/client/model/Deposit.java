package dev.sluice.client.model;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request to be paid, in fiat money or tokens. `paymentFiat` or `paymentCrypto` tells the payer how.
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

    /// What is taken from what arrives.
    public record Fee(BigDecimal amount, BigDecimal percentage, String currency) {}

    /// The exchange of a deposit that is credited in another currency.
    public record ExchangeInfo(BigDecimal exchangeRate, String outputCurrency, BigDecimal outputAmount) {}

    /// A payout that gave some of it back.
    ///
    /// @param paymentId whose money it was; nothing where nobody said so of several who have paid
    public record Refunded(
            String disbursementId, @Nullable String paymentId, BigDecimal amount, String currency, Instant createdAt) {}
}
