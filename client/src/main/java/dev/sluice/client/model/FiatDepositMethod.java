package dev.sluice.client.model;

import java.math.BigDecimal;

/// A way to be paid: create with `bankCode` as the payment method.
public record FiatDepositMethod(
        String depositPaymentType,
        String bankName,
        String bankCode,
        String currency,
        BigDecimal minimumAmount,
        BigDecimal maximumAmount,
        String image,
        BigDecimal feeFlat,
        BigDecimal feePercentage) {}
