package dev.sluice.client.model;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One movement of the statement. `amount` is positive; `direction` is `credit` or `debit`.
///
/// @param payoutStatus current status of the payout or refund with the id `paymentId`; `null` for other payments
public record BalanceTransaction(
        String id,
        String currency,
        String assetType,
        String kind,
        String direction,
        BigDecimal amount,
        BigDecimal balanceAfter,
        @Nullable String paymentId,
        @Nullable String payoutStatus,
        Instant effectiveAt,
        Instant recordedAt) {}
