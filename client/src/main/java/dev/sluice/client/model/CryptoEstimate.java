package dev.sluice.client.model;

import java.math.BigDecimal;

/// What a payout of tokens would cost.
public record CryptoEstimate(String token, BigDecimal amount, BigDecimal fee) {}
