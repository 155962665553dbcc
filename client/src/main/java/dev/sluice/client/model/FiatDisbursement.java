package dev.sluice.client.model;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A payout to a bank account.
public record FiatDisbursement(
        String disbursementId,
        String groupId,
        DisbursementRecipient recipient,
        BigDecimal amount,
        String currency,
        BigDecimal feeAmount,
        BigDecimal feePercentage,
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
    public FiatDisbursement {
        activityHistory = Copies.of(activityHistory);
    }
}
