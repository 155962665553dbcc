package dev.sluice.client.model;

import java.math.BigDecimal;

/// A way to be paid: create with `bankCode` as the payment method.
///
/// @param amountDecimals decimals that an amount may have; 0 where whole units are taken
public record FiatDepositMethod(
        String depositPaymentType,
        String bankName,
        String bankCode,
        String currency,
        BigDecimal minimumAmount,
        BigDecimal maximumAmount,
        String image,
        BigDecimal feeFlat,
        BigDecimal feePercentage,
        int amountDecimals) {}
