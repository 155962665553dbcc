package dev.sluice.client.model;

import java.math.BigDecimal;

/// A bank that can be paid.
public record FiatDisbursementMethod(
        String currency,
        String bankCode,
        String bankName,
        BigDecimal minAmount,
        BigDecimal maxAmount,
        BigDecimal feeFlat,
        BigDecimal feePercentage) {}
