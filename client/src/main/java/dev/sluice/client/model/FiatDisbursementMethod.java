package dev.sluice.client.model;

import java.math.BigDecimal;

/// A bank or wallet that can be paid.
///
/// @param amountDecimals decimals that an amount may have; 0 where whole units are paid
/// @param accountNumberType `BANK_ACCOUNT`, or `PHONE_NUMBER` for a mobile phone number
public record FiatDisbursementMethod(
        String currency,
        String bankCode,
        String bankName,
        BigDecimal minAmount,
        BigDecimal maxAmount,
        BigDecimal feeFlat,
        BigDecimal feePercentage,
        int amountDecimals,
        String accountNumberType) {}
