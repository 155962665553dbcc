package dev.sluice.client.model;

import java.math.BigDecimal;

/// A token that can be paid out: create with `currency` as the token.
public record CryptoDisbursementMethod(
        String currency,
        String network,
        String symbol,
        String name,
        BigDecimal minimumAmount,
        BigDecimal maximumAmount,
        BigDecimal feeFlat,
        BigDecimal feePercentage) {}
