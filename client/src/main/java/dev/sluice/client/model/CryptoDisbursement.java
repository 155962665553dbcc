package dev.sluice.client.model;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A payout of tokens to a wallet.
public record CryptoDisbursement(
        String disbursementId,
        String groupId,
        @Nullable String tokenAddress,
        int tokenDecimal,
        String receiverAddress,
        @Nullable String memo,
        @Nullable String senderAddress,
        BigDecimal amount,
        String token,
        String network,
        String blockchainType,
        BigDecimal feeAmount,
        BigDecimal feePercentage,
        FeeConfig feeConfig,
        @Nullable TransactionData transactionData,
        String status,
        @Nullable String statusDetail,
        @Nullable String failureCode,
        @Nullable String failureMessage,
        @Nullable BigDecimal returnedAmount,
        String createdBy,
        List<Activity> activityHistory,
        @Nullable String reference,
        @Nullable String note,
        BalanceChange balance,
        String organizationId,
        String organizationName,
        Initiator initiatedBy,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant completedAt)
        implements Disbursement {
    public CryptoDisbursement {
        activityHistory = Copies.of(activityHistory);
    }

    /// The fees and the limits that applied.
    public record FeeConfig(
            String currency,
            BigDecimal minAmount,
            BigDecimal maxAmount,
            BigDecimal feePercentage,
            BigDecimal feeFlat) {}

    /// Transaction on the chain, once there is one.
    public record TransactionData(
            String txHash,
            @Nullable Long gasUsed,
            @Nullable BigDecimal gasFeeEstimated,
            @Nullable BigDecimal gasFeeActual,
            @Nullable BigDecimal gasFeeShortfall) {}
}
