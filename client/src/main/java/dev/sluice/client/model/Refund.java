package dev.sluice.client.model;

import java.math.BigDecimal;
import java.time.Instant;

/// A payout that gives money of a deposit back.
public record Refund(
        String depositId,
        String disbursementId,
        BigDecimal amount,
        String currency,
        String status,
        Instant createdAt) {}
