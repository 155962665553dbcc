package dev.sluice.client.model;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Payout to a bank account or to a wallet: the common part.
public sealed interface Disbursement permits FiatDisbursement, CryptoDisbursement {
    String disbursementId();

    String groupId();

    BigDecimal amount();

    BigDecimal feeAmount();

    BigDecimal feePercentage();

    /// Returns one of [DisbursementStatus], or one that is newer than this client.
    String status();

    /// More about the status, such as `queued` or `submitted`.
    @Nullable
    String statusDetail();

    /// Returns the reason of its failure, as a stable code.
    @Nullable
    String failureCode();

    @Nullable
    String failureMessage();

    /// Returns the returned amount of a reversed payout: less than the amount if a bank deducted charges.
    @Nullable
    BigDecimal returnedAmount();

    List<Activity> activityHistory();

    @Nullable
    String reference();

    @Nullable
    String note();

    BalanceChange balance();

    Instant createdAt();

    Instant updatedAt();

    @Nullable
    Instant completedAt();
}
